import { text } from '../../args/flag.js';
import { kind, serverWord } from '../../args/value.js';
import { type Example, oneRef, type VerbBody } from '../../args/verb.js';
import { withTextArgument } from '../../compose/text/text-argument.js';
import { type ShortVerb, shortVerb } from './short-verb.js';

/** The verbs without a noun that need nothing but the verbs they stand for. Each loads those, and no others. */
export const shortVerbs = {
  edit: async () =>
    shortVerb({
      details: [
        'Runs tracker tasks edit or tracker tickets edit, depending on the reference; flags of the other command are refused.',
      ],
      permission: 'tracker tasks edit or tracker tickets edit',
      verbs: await edits(),
      fixed: {
        title: 'the subject of a ticket cannot be changed',
        ...{ body: noDescription, bodyFile: noDescription, editor: noDescription },
      },
      examples: [
        { line: 'tracker edit @ -p high', does: 'change what was shown last' },
        { line: 'tracker edit BERG-9 CASA-10 --add-tag invoice', does: 'tag several' },
      ],
    }),

  reply: async () =>
    textVerb('tickets reply', (await import('../tickets/reply.js')).verb, [
      { line: 'tracker reply @ "On it."', does: 'answer what was shown last' },
      { line: 'tracker reply BERG-9', does: 'write it in your editor and confirm' },
    ]),

  note: async () =>
    textVerb('tickets note', (await import('../tickets/note.js')).verb, [
      { line: 'tracker note @ "Same cause as BOP-7."', does: 'tell your colleagues about what was shown last' },
      { line: 'tracker note BERG-9 -F notes.md', does: 'read the note from a file' },
    ]),

  comment: async () =>
    textVerb('tasks comment', (await import('../tasks/comment.js')).verb, [
      { line: 'tracker comment @ "Reproduced on staging."', does: 'comment on what was shown last' },
      { line: 'tracker comment SCM-12 -e --attach trace.log', does: 'write it in your editor and attach a file' },
    ]),

  close: async () => {
    const { verb: task } = await import('../tasks/done.js');
    const { verb: ticket } = await import('../tickets/edit.js');
    return shortVerb({
      details: ['Sets a ticket to closed, and a task to the status of tracker tasks done.'],
      permission: 'tracker tickets edit or tracker tasks done',
      verbs: { task, ticket },
      flags: { ...task.flags, status: anyStatus },
      translate: ({ kind }, _, { status, ifUnchanged }) => ({
        ...{ ifUnchanged, status: status ?? (kind === 'ticket' ? 'closed' : undefined) },
      }),
      examples: [
        { line: 'tracker close @', does: 'finish what was shown last' },
        { line: 'tracker close BERG-9 BERG-10', does: 'finish two tickets' },
      ],
    });
  },

  reopen: async () =>
    shortVerb({
      details: ['Sets a ticket to open, and a task to todo.'],
      permission: 'tracker tickets edit or tracker tasks edit',
      verbs: await edits(),
      flags: { status: anyStatus },
      translate: ({ kind }, _, { status }) => ({ status: status ?? (kind === 'ticket' ? 'open' : 'todo') }),
      examples: [
        { line: 'tracker reopen @', does: 'reopen what was shown last' },
        { line: 'tracker reopen BERG-9 BERG-10', does: 'reopen two tickets' },
      ],
    }),

  checklist: async () => {
    const { checklistHelp } = await import('../work/editing/checklist.js');
    const { verb: task } = await import('../tasks/checklist.js');
    const { verb: ticket } = await import('../tickets/checklist.js');
    return shortVerb({
      details: ['Items named after the reference are checked, as with --check.', '', checklistHelp],
      permission: 'tracker tasks checklist or tracker tickets checklist',
      verbs: { task, ticket },
      more: { value: kind('item'), isOptional: true, help: 'items to check: numbers, ids or unique parts of texts' },
      translate: (_found, items, given) => ({ ...given, check: [...(given.check as readonly string[]), ...items] }),
      examples: [
        { line: 'tracker checklist @', does: 'print the checklist of what was shown last' },
        { line: 'tracker checklist BERG-9 1', does: 'check an item' },
      ],
    });
  },
};

const noDescription = 'the description of a ticket cannot be changed';

const anyStatus = text('-s, --status', 'another status', serverWord('ticket-status'));

async function edits(): Promise<ShortVerb['verbs']> {
  return {
    task: (await import('../tasks/edit.js')).verb,
    ticket: (await import('../tickets/edit.js')).verb,
  };
}

/** The form without a noun of a verb that writes a text. */
function textVerb(long: string, verb: VerbBody, examples: readonly Example[]): VerbBody {
  const isForTasks = long.startsWith('tasks ');
  const details = `The short form of tracker ${long}${isForTasks ? ', for one task' : ''}.\n\n${verb.details}`;
  return { ...withTextArgument(verb, oneRef(isForTasks ? 'tasks' : 'tickets')), details, examples };
}
