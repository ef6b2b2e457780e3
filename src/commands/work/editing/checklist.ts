import type { Context } from '../../../args/context.js';
import { type Flag, type FlagValues, names, texts } from '../../../args/flag.js';
import { selection } from '../../../args/selection.js';
import { kind, pipedText } from '../../../args/value.js';
import { defineVerb, oneRef, type VerbBody } from '../../../args/verb.js';
import { get, send, type TextChange } from '../../../compose/compose.js';
import { resendFlag } from '../../../compose/text/text-flags.js';
import { TrackerError, usageError } from '../../../contract/errors.js';
import { refOf, rowAt, rowsAt } from '../../../contract/row.js';
import type { ChecklistItem } from '../../../contract/shapes/task.js';
import { whileLocked } from '../../../ledger/entity-lock.js';
import { changeChecklist } from '../../../lists/checklist/change.js';
import { isTextOf } from '../../../lists/checklist/pair-items.js';
import { writeChecklist } from '../../../lists/checklist/write-checklist.js';
import { storedChecklist } from '../../../lists/entity-lists.js';
import { mergeLimit } from '../../../lists/merge.js';
import { readStored } from '../../../lists/read-back.js';
import type { VerbResult } from '../../../output/shown.js';
import type { Entity } from '../../../references/find-entity.js';
import { findNamed, readingOnly } from '../../../references/find-named.js';
import type { RefArgument } from '../../../references/read.js';
import { checklistText } from '../../../views/changes.js';
import { checklistView, toChecklistRows } from '../../../views/parts.js';
import { listRows } from '../../showing/arrange.js';

const addFlag: Flag<readonly string[]> = {
  ...texts('--add', 'append an item; repeatable', pipedText('lines')),
  parse(text, previous = []) {
    if (text.trim() !== '') return [...previous, text.trim()];
    throw usageError('--add cannot be empty');
  },
};

const checklistFlags = {
  add: addFlag,
  check: itemFlag('--check', 'check an item: its number, its id or a unique part of its text; repeatable'),
  uncheck: itemFlag('--uncheck', 'uncheck an item; repeatable'),
  remove: itemFlag('--remove', 'remove an item; repeatable'),
  ...resendFlag,
};

/** Several numbers may be joined with commas; a text is never split. */
function itemFlag(flags: string, help: string): Flag<readonly string[]> {
  const { parse } = names(flags, help, kind('item'));
  return {
    ...texts(flags, help, kind('item')),
    parse: (text, previous = [], now) =>
      (/^[\d\s,]+$/.test(text) || text.trim() === '' ? parse?.(text, previous, now) : undefined) ?? [...previous, text],
  };
}

/** Help shared by tasks and tickets: what merging can do and what it cannot. */
export const checklistHelp: string = [
  'Without a flag, prints the checklist; an item is done or open. All changes of a command are made in one write. Numbers refer',
  'to the list as it is stored when the command reads it.',
  '',
  'The list is read right before it is written, only your items are changed, and it is read again afterwards: if others have',
  'overwritten your change, it is merged again, with at most three writes in all. If someone else has rewritten or removed an',
  'item in the meantime, or it can no longer be distinguished from others with the same text, the exit code is 6.',
  mergeLimit,
  '',
  'The texts of --add are kept as a draft until the server has accepted them. The other flags are not kept: by the time a draft',
  'is sent, number 3 may be a different item.',
].join('\n');

interface ChecklistVerb extends Pick<VerbBody, 'examples'> {
  readonly kind: 'task' | 'ticket';
  /** Says what changing one requires. */
  readonly permission: string;
}

type Flags = FlagValues<typeof checklistFlags>;

/** The verb that prints or changes the checklist of a task or a ticket. */
export function checklistVerb({ kind, permission, examples }: ChecklistVerb): VerbBody {
  return defineVerb({
    details: `${checklistHelp}\n\n${permission}`,
    prints: { rows: checklistView },
    arguments: [oneRef(`${kind}s`)],
    flags: checklistFlags,
    examples,
    writes: [kind === 'task' ? 'PATCH /tasks/:id' : 'PUT /tickets/:id/checklist'],
    appends: true,
    onlyReads: (flags) => !isChange(flags) && !flags.fromDraft,
    run: async (context, [target = '']: readonly RefArgument[], { add, fromDraft, ...others }) => {
      // A draft keeps only texts, because numbers may mean other items later.
      const got = await get(
        context,
        { add, fromDraft },
        {
          ...{ command: `${kind}s checklist`, flags: { add: addFlag }, target },
          check(values) {
            if (isChange({ ...others, ...values }) || !context.settings.dryRun) return values;
            throw usageError('--dry-run requires a change, such as --add');
          },
        },
      );
      const given = { ...others, ...got.values };
      if (!isChange(given)) {
        const found = await findNamed(readingOnly(context), kind, got.refs[0] ?? { text: '' });
        const rows = toChecklistRows(rowsAt(rowAt(await found.detail(), kind), 'checklist'));
        return listRows(context, checklistView, rows, { sort: [], emptyHint: 'in this checklist' });
      }
      const work = async (writing: TextChange) => {
        const found = await findNamed(context, kind, writing.refs[0] ?? { text: '' });
        const { client } = got;
        return await whileLocked(context, { client, ...found }, () => change(context, writing, { given, found }));
      };
      return await (given.add.length === 0 ? work(got) : send(context, got, work));
    },
  });
}

function isChange({ add, check, uncheck, remove }: Flags): boolean {
  return [add, check, uncheck, remove].some((each) => each.length > 0);
}

/**
 * Changes a checklist in one write and reports the result (docs/api.md, Task detail and Ticket). Throws what changeChecklist and
 * mergeIntoList throw, and `conflict` for the number of an item that was not there when it was queued.
 */
async function change(
  context: Context,
  { client, keepOnly }: TextChange,
  { given, found }: { readonly given: Flags; readonly found: Entity<'task' | 'ticket'> },
): Promise<VerbResult | undefined> {
  const { kind, uuid, basis } = found;
  const entity = await readStored(client, found);
  const ref = refOf(entity) || found.ref;
  const seen = basis && Object.hasOwn(basis.values, 'checklist') ? storedChecklist(basis.values) : undefined;
  const { check, uncheck, remove } = given;
  const isUnknown = (item: string): boolean => /^\d+$/.test(item) && Number(item) > (seen?.length ?? 0);
  const unknown = basis?.seen && [...check, ...uncheck, ...remove].find(isUnknown);
  if (basis && unknown !== undefined) {
    const message = `item ${unknown} of ${ref} was not known when this was queued; nothing was sent`;
    const hint = [`tracker ${selection(context)}${kind}s checklist ${ref}`, basis.hint ?? []].flat().join('; ');
    throw new TrackerError('conflict', message, { hint });
  }
  const edit = changeChecklist(storedChecklist(entity), given, seen);
  const { stored, isSent } = await writeChecklist(client, found, { entity, change: edit });
  if (context.settings.dryRun) return undefined;
  keepOnly?.([]);
  await warnShortened(context, given.add, stored);
  const said = isSent ? checklistText(edit.texts) : 'the checklist is already up to date';
  const changes = isSent && { changes: { checklist: edit.texts } };
  const done = stored.filter((item) => item.done === true).length;
  return {
    ...{ is: 'result', sentence: `${ref}: ${said}; ${done} of ${stored.length} done.`, quiet: ref },
    object: { ref, uuid, checklist: toChecklistRows(stored), ...changes },
  };
}

/** Warns about texts that the server has cut (docs/requirements.md, R70). */
async function warnShortened(context: Context, added: readonly string[], stored: readonly ChecklistItem[]) {
  for (const text of added) {
    const kept = stored.filter((item) => isTextOf(item.text ?? '', text));
    const longest = Math.max(0, ...kept.map((item) => [...(item.text ?? '')].length));
    const length = [...text.replace(/\s+/g, ' ')].length;
    if (kept.length > 0 && longest < length)
      await context.show.warn(`the server cut an item of ${length} characters to ${longest}`);
  }
}
