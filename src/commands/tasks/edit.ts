import { isNone } from '../../args/none.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, rowAt, rowsWithin } from '../../contract/row.js';
import { ask, edit, get, send } from '../../drafts/compose.js';
import { isNotGiven } from '../../drafts/submission.js';
import { usageError } from '../../errors.js';
import type { Field } from '../../forms/field.js';
import { changedFlags } from '../../forms/flag-field.js';
import { oneAtATime } from '../../lists/entity-lock.js';
import { mergeLimit } from '../../lists/merge-help.js';
import type { Entity } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import type { Done } from '../bulk/exit-code.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';
import { descriptionIn } from './change-task/change.js';
import { type EditGiven, editFlags, type GivenLists, readLists } from './change-task/flags.js';
import { applyChange, type ChangeWanted, settleChange } from './change-task/settle.js';
import { fieldsOf, type PlainFields } from './task-fields.js';

export const verb = defineVerb({
  details: [
    '--assignee, --tag and --depends-on add to a list, and --remove-… takes away: the list is read right before it is written and',
    'again afterwards, and if others have overwritten your change, it is merged again, with at most three writes in all.',
    '--set-… replaces the whole list.',
    mergeLimit,
    '',
    'Without flags, a form with the current values of one task opens on a terminal. It never overwrites what someone else',
    'changes in the meantime (exit code 6).',
    '',
    'With --editor, the current description opens in your editor. If someone else changes it before you are done, it is not',
    'overwritten (exit code 6), and your text is kept as a draft.',
    '',
    'Requires project.tasks.edit.any, or project.tasks.edit.own for tasks you created; --planned only requires read access.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tasks')],
  flags: editFlags,
  examples: [
    { line: 'tracker tasks edit SCM-12 -s in_progress --due fri', does: 'change two fields' },
    { line: 'tracker tasks edit SCM-12 SCM-13 -a @me --remove-tag later', does: 'change items of lists' },
    { line: 'tracker tasks edit SCM-12 --due none --estimate none', does: 'clear fields' },
    {
      line: 'tracker tasks list --scope all --overdue -q | tracker tasks edit - --tag late',
      does: 'tag all overdue tasks',
    },
    { line: 'tracker tasks edit SCM-12 -e', does: 'edit the description in your editor' },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    const isForm = opensForm(context, args, given);
    const got = await get(context, given, {
      command: 'tasks edit',
      flags: editFlags,
      target: args,
      text: { what: 'description', isRequired: false },
      check: (values, client) => (isForm ? values : check(client, values)),
    });
    const { client, refs } = got;
    const [ref = '', second] = refs;
    let base: string | undefined;
    let seen: Row | undefined;
    const asked = await ask(context, got, async ({ onAnswer, write }) => {
      if (!isForm) return;
      const found = await findNamed(context, 'task', ref);
      const fields = await changeableFields(client, found);
      const { taskAnswers } = await import('./task-form.js');
      seen = rowAt(await found.detail(), 'task');
      const before = taskAnswers(await found.detail());
      const { fillForm } = await import('../../forms/form.js');
      await fillForm(context, {
        ...{ title: `${found.ref} ${found.title}`, send: 'send them', isNew: false, fields, before },
        isReviewed: !context.settings.yes && !context.settings.dryRun,
        async write(changed) {
          base ??= await readDescription(context, ref);
          return await write(changed ?? (base || undefined));
        },
        // The answers have the types of their flags.
        onAnswer: (answers) => onAnswer(changedFlags(editFlags, { fields, before, answers }) as Partial<EditGiven>),
      });
    });
    const written = await edit(context, asked, async () => {
      if (second !== undefined) throw usageError('--editor can only be used with a single task');
      base ??= await readDescription(context, ref);
      return { text: base && `${base}\n` };
    });
    const { values } = written;
    const { body } = values;
    // Only `--body none` clears; in a file or a draft, it is a text like any other.
    const clears = body !== undefined && given.body !== undefined && isNone(body);
    const description = clears ? { description: null } : { ...(body !== undefined && { description: body }) };
    const fields = { ...fieldsOf(client, values), ...description };
    const wanted = { refs, fields, lists: readLists(values), base, shown: seen };
    if ((body === undefined || clears) && values.fromDraft === undefined) return await change(context, client, wanted);
    await send(
      context,
      written,
      async ({ keepOnly }) => await change(context, client, { ...wanted, onDone: keepOnly }),
    );
  },
});

/** Without a flag, a form opens for one task on a terminal. */
function opensForm({ prompt }: Context, args: readonly string[], given: EditGiven): boolean {
  return prompt.possible && args.length === 1 && Object.values(given).every(isNotGiven);
}

/** What the caller may change: `--planned` only requires read access (docs/api.md, Task detail). */
async function changeableFields(client: Client, task: Entity<'task'>): Promise<readonly Field[]> {
  const detail = await task.detail();
  const team = async (): Promise<readonly Row[]> => rowsWithin(detail, 'assignableUsers');
  const { taskFormFields } = await import('./task-form.js');
  const fields = taskFormFields(client, editFlags, team);
  return detail.canEdit === false ? fields.filter(({ key }) => key === 'planned') : fields;
}

function requireChange({ body, bodyFile, editor }: EditGiven, fields: PlainFields, lists: GivenLists): void {
  const isAny = [body, bodyFile, editor || undefined, ...Object.values(fields), ...Object.values(lists)];
  if (isAny.some((each) => each !== undefined)) return;
  throw usageError('nothing to change', 'tracker help tasks edit');
}

/** Throws usage errors for the flags before anything is read. */
function check(client: Client, values: EditGiven): EditGiven {
  requireChange(values, fieldsOf(client, values), readLists(values));
  return values;
}

async function readDescription(context: Context, text: string): Promise<string> {
  return descriptionIn(await (await findNamed(context, 'task', text)).detail());
}

interface Wanted extends Omit<ChangeWanted, 'beside'> {
  readonly refs: readonly string[];
  readonly base: string | undefined;
  readonly shown: Row | undefined;
  readonly onDone?: (left: readonly string[]) => void;
}

async function change(
  context: Context,
  client: Client,
  { refs, base, shown, onDone, ...wanted }: Wanted,
): Promise<void> {
  const settled = await settleChange(context, client, { ...wanted, beside: refs[0] });
  const settledChange = { ...settled, base, shown };
  await forEachReference(context, {
    find: async (text) => await findNamed(context, 'task', text),
    refs,
    doing: 'editing',
    ...(onDone && { onDone }),
    work: async (_client, found) => {
      const work = async (): Promise<Done> => await applyChange(context, client, { found, change: settledChange });
      return await oneAtATime(context, { client, uuid: found.uuid }, work);
    },
  });
}
