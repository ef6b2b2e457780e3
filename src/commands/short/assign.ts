import type { Context } from '../../args/context.js';
import { assigneeFlag, splitNames } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { isNone, kind } from '../../args/value.js';
import type { Example, VerbBody } from '../../args/verb.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt, rowsWithin, textsOf } from '../../contract/row.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { userName } from '../../lists/names.js';
import { peopleOptions, readTeam } from '../../references/people.js';
import type { Option } from '../../terminal/prompt/prompt.js';
import { assigneeIds } from '../../views/cells/people.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { type FoundWork, shortVerb } from './short-verb.js';

export const verb = assigningVerb('assign', [
  { line: 'tracker assign @ @me', does: 'assign what was shown last to yourself' },
  { line: 'tracker assign BERG-9 zoë sean', does: 'assign two people' },
]);

export const unassign = assigningVerb('unassign', [
  { line: 'tracker unassign @ @me', does: 'hand back what was shown last' },
  { line: 'tracker unassign BERG-9 zoë', does: 'unassign somebody else' },
]);

function assigningVerb(name: 'assign' | 'unassign', examples: readonly Example[]): VerbBody {
  const isAdding = name === 'assign';
  const [does, flag] = isAdding ? ['Assigns more', '--add-assignee'] : ['Unassigns', '--remove-assignee'];
  return shortVerb({
    details: [
      `${does} people, like ${flag} of tracker tasks edit and tracker tickets edit. On a terminal, asks whom to`,
      `${name} if you name nobody.`,
    ],
    permission: 'tracker tasks edit or tracker tickets edit',
    examples,
    verbs: { task, ticket },
    more: {
      value: kind('user', 'assignee'),
      isOptional: true,
      help: 'people: @me, a name or part of one, an email address, an id',
    },
    flags: {
      assignee: assigneeFlag('the same as naming people after the reference'),
    },
    check(context, [ref = '', ...words], { assignee }) {
      const people = peopleIn(words, assignee);
      const lead = `tracker ${selection(context)}${context.settings.dryRun ? '-n ' : ''}`;
      const what = ref === '' ? 'REF' : shellWord(ref);
      if (people.length === 0 && !context.prompt.possible)
        throw usageError('specify who', `${lead}${name} ${what} USER`);
      if (people.some(isNone))
        throw usageError('none is not a person', `to unassign everyone: ${lead}edit ${what} --set-assignee none`);
    },
    async ask(context, found, { assignee }) {
      return textsOf(assignee).length > 0 ? [] : [await askWhom(context, found, isAdding)];
    },
    translate: (_found, words, { assignee }) => ({
      [isAdding ? 'addAssignee' : 'removeAssignee']: peopleIn(words, assignee),
    }),
  });
}

function peopleIn(words: readonly string[], flag: unknown): readonly string[] {
  return [...words, ...textsOf(flag)].flatMap((word) => splitNames(word, 'USER'));
}

/** Asks which of the people who can be assigned, or of those who are. Throws `not_found` if there is nobody. */
async function askWhom(context: Context, found: FoundWork, isAdding: boolean): Promise<string> {
  const [client, detail] = [await context.client(), await found.detail()];
  const assigned = assigneeIds(rowAt(detail, found.kind));
  const others = async (): Promise<readonly Option<string>[]> => {
    const people = rowsWithin(detail, 'assignableUsers');
    const all = await peopleOptions(client, people, found.kind === 'task' ? people : await readTeam(client));
    return all.filter(({ value }) => !assigned.includes(value));
  };
  const people = isAdding ? await others() : assigned.map((id) => ({ name: userName(client, id), value: id }));
  const nobody = isAdding ? `there is nobody else to assign ${found.ref} to` : `nobody is assigned to ${found.ref}`;
  if (people.length === 0) throw new TrackerError('not_found', nobody);
  return await context.prompt.search({
    message: isAdding ? `Who should ${found.ref} be assigned to?` : `Who should no longer be assigned to ${found.ref}?`,
    choices: people,
    instead: 'name people after the reference',
  });
}
