import { isNone } from '../../args/none.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { readReferences } from '../../bulk/read-references.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { readText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { keepUnsent } from '../../drafts/save-unsent.js';
import { type Kept, sendAuthored } from '../../drafts/send.js';
import { usageError } from '../../errors.js';
import { requireOneReader } from '../../files/one-reader.js';
import { mergeLimit } from '../../lists/merge-help.js';
import { oneAtATime } from '../../lists/one-at-a-time.js';
import { descriptionIn } from './change-task.js';
import { type EditGiven, editFlags, type GivenLists, readLists } from './edit-flags.js';
import { applyChange, type ChangeWanted, settleChange } from './settle-change.js';
import { type PlainFields, readFieldsFor } from './task-fields.js';

export const verb = defineVerb({
  details: [
    'Lists that are given replace what is there; --add-… and --remove-… change single items: the list is read right',
    'before it is written, and again behind it, and what others have overwritten is merged once more, at most three',
    'writes in all.',
    mergeLimit,
    '',
    'With --editor the present description opens in your editor; if somebody else has changed it by the time you are',
    'done, nothing is overwritten (exit code 6), and your text is kept as a draft.',
    '',
    'Needs project.tasks.edit.any, or project.tasks.edit.own for what you created; --planned alone only the right to read.',
  ].join('\n'),
  prints: 'result',
  arguments: [
    {
      value: ref('tasks'),
      isRepeatable: true,
      help: 'tasks: references, uuids, web addresses, @branch, or - for standard input',
    },
  ],
  flags: editFlags,
  examples: [
    { line: 'tracker tasks edit SCM-12 -s in_progress --due fri', does: 'two fields' },
    { line: 'tracker tasks edit SCM-12 SCM-13 --add-assignee @me --remove-tag later', does: 'items of lists' },
    { line: 'tracker tasks edit SCM-12 --due none --estimate none', does: 'clear fields' },
    { line: 'tracker tasks list --scope all --overdue -q | tracker tasks edit - --add-tag late', does: 'many at once' },
    { line: 'tracker tasks edit SCM-12 -e', does: 'the description, in your editor' },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const values = withDraft(context, given, { command: 'tasks edit', url, table: editFlags });
    requireOneReader([
      ['the references', args],
      ['--body-file', values.bodyFile],
      ['--depends-on', values.dependsOn],
      ['--add-dependency', values.addDependency],
      ['--remove-dependency', values.removeDependency],
    ]);
    const fields = readFieldsFor(client, values, context.now());
    const lists = readLists(values);
    requireChange(values, fields, lists);
    const refs = await readReferences(context, args);
    if (values.editor && refs.length > 1)
      throw usageError('--editor changes the description of one task; several are given');
    const base = values.editor ? await readBase(context, refs[0] ?? '') : undefined;
    const authoredWith = (text: string): Authored => ({
      command: 'tasks edit',
      args: refs,
      // Days are kept as days: a draft that is sent later still means the Friday that was meant.
      flags: { ...values, body: text, due: asGiven(fields.due), planned: asGiven(fields.plannedFor) },
      url,
      fromDraft: given.fromDraft,
    });
    const body = await readText(context, values, {
      what: 'description',
      required: false,
      onUnsent: async (text) => await keepUnsent(context, authoredWith(text)),
      ...(base && { initial: `${base}\n` }),
    });
    // `none` clears where it was given as such; a text of that word, also that of a draft, is a text.
    const clears = body !== undefined && given.body !== undefined && isNone(body);
    const description = clears ? { description: null } : { ...(body !== undefined && { description: body }) };
    const wanted = { refs, fields: { ...fields, ...description }, lists, base };
    if (body === undefined || clears) return await send(context, client, wanted);
    const sendIt = async ({ narrow }: Kept): Promise<void> => await send(context, client, { ...wanted, narrow });
    await sendAuthored(context, authoredWith(body), sendIt);
  },
});

function requireChange({ body, bodyFile, editor }: EditGiven, fields: PlainFields, lists: GivenLists): void {
  const isAny = [body, bodyFile, editor || undefined, ...Object.values(fields), ...Object.values(lists)];
  if (isAny.some((each) => each !== undefined)) return;
  throw usageError('nothing to change was given', 'tracker help tasks edit');
}

/** A day as the flag takes it; null was given as `none`. */
function asGiven(day: string | null | undefined): string | undefined {
  return day === null ? 'none' : day;
}

async function readBase(context: Context, text: string): Promise<string> {
  return descriptionIn(await (await findNamed(context, 'task', text)).detail());
}

interface Wanted extends Omit<ChangeWanted, 'beside'> {
  readonly refs: readonly string[];
  readonly base: string | undefined;
  readonly narrow?: (left: readonly string[]) => void;
}

async function send(context: Context, client: Client, { refs, base, narrow, ...wanted }: Wanted): Promise<void> {
  const settled = await settleChange(context, client, { ...wanted, beside: refs[0] });
  const change = { ...settled, base };
  await forEachReference(context, {
    find: async (text) => await findNamed(context, 'task', text),
    refs,
    doing: 'editing',
    ...(narrow && { onDone: narrow }),
    work: async (_client, found) => {
      const work = async (): Promise<string> => await applyChange(context, client, { found, change });
      return await oneAtATime(context, { client, uuid: found.uuid }, work);
    },
  });
}
