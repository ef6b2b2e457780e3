import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { commandOf, wordsOf } from '../../compose/saved/drafts.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import { withClaim } from '../../ledger/claim.js';
import { type Entry, placeOf } from '../../ledger/entry.js';
import { canUndo, groupOf, undoable } from '../../ledger/written.js';
import { undoList } from '../../views/this-computer.js';
import { expectRows } from '../bulk/for-each-reference.js';
import { entryRow } from './entry-row.js';
import { type History, openHistory, pass, whyNot } from './history.js';
import { isAsBefore } from './restore.js';
import { type Reading, readOnce, turn } from './turn.js';

export const verb = defineVerb({
  details: [
    'Puts back what your last command changed in tasks and tickets: statuses and other fields, texts, plans, and single items of',
    'tags, assignees, dependencies and checklists. Run again, it takes back the command before that, and so on; tracker redo does',
    'again what was undone. With a number from --list, undoes that command.',
    '',
    'What waits to be sent (--queue) is taken back; a text is a draft then.',
    '',
    'Anything that someone else has changed since is named and left as it is (exit code 6). If somebody has already put back',
    'everything a command changed, that command is named and skipped. A message, a comment, something new, logged time and a',
    'deletion cannot be undone; undo says so and stops (exit code 1). The next undo goes past what was named so, until you write',
    'something new.',
    '',
    'What the last 100 or so commands wrote is kept on this computer, for each instance and user.',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  prints: { rows: undoList },
  arguments: [
    {
      value: kind('change', 'number'),
      isOptional: true,
      help: 'the number of a command in --list (default: the last)',
    },
  ],
  flags: { list: toggle('--list', 'list what can be undone, newest first') },
  examples: [
    { line: 'tracker undo', does: 'take back the last change' },
    { line: 'tracker undo --list', does: 'list the last changes' },
    { line: 'tracker undo 12 --dry-run', does: 'see what would be sent' },
  ],
  writes: true,
  queued: false,
  run: async (context, [number], { list }) => {
    if (list && number !== undefined) throw usageError('--list cannot be used with a number');
    requireNumber(number);
    const client = await context.client();
    const history = await openHistory(context, client);
    if (list) return await showEntries(context, client, await history.settled());
    await expectRows(context);
    if (await takeBack(context, history, number === undefined ? undefined : Number(number))) return;
    const reading = readOnce(client);
    for (;;) {
      const entries =
        number === undefined ? await lastWritten(context, history, reading) : await withNumber(history, Number(number));
      await warnOfRest(context, history, entries);
      // In another terminal, the same may be undone at the same moment.
      if (await turn(context, client, { history, entries, reading, direction: 'undo', goesOn: number === undefined }))
        return;
    }
  },
});

/**
 * Takes back what waits to be sent and has this number, or was meant to be written after everything else. A text is a draft then.
 * False if there is none.
 */
async function takeBack(context: Context, history: History, number: number | undefined): Promise<boolean> {
  const [written] = undoable(history.entries());
  const last = number ?? history.waiting().find((each) => !written || placeOf(each) > placeOf(written))?.number;
  const isWaiting = (): boolean => history.waiting().some((each) => each.number === last);
  if (last === undefined || !isWaiting()) return false;
  if (context.settings.dryRun) return true;
  return await withClaim(history, { number: last, undone: 'it was not taken back' }, async () => {
    if (!isWaiting()) return false;
    const entry = history.ledger.step(last, 'leave');
    const { flags } = entry;
    const isText = typeof flags?.body === 'string' || flags?.bodyFile !== undefined;
    if (!isText) history.ledger.step(last, 'delete');
    await context.show.say(
      `${await wordsOf(context, entry)} no longer waits to be sent${isText ? `; the text is kept as draft ${last}` : ''}.`,
    );
    return true;
  });
}

/** Throws a usage error for what is no number of a change. */
export function requireNumber(given: string | undefined): void {
  if (given !== undefined && !/^\d{1,9}$/.test(given))
    throw usageError(`${JSON.stringify(given)} is not a number in tracker undo --list`);
}

async function showEntries(context: Context, client: Client, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map((entry) => entryRow(context, client, entry));
  const setting = { people: {}, now: context.now(), me: client.userId };
  await context.show.list(undoList, { rows, setting, emptyHint: 'on this computer' });
}

/**
 * What was written last of which something is left to put back. What was written after it is named, because somebody else has put
 * that back, or it never arrived; if nothing else is left, it is given all the same. Throws `failed` if there is nothing, or if it
 * cannot be undone; the next time, it is passed over.
 */
async function lastWritten({ show, settings }: Context, history: History, reading: Reading): Promise<readonly Entry[]> {
  const over = new Set<number>();
  for (;;) {
    const left = undoable(await history.settled()).filter(({ number }) => !over.has(number));
    const [last] = left;
    if (!last) throw new TrackerError('failed', 'there is nothing to undo');
    const entries = groupOf(last, left);
    if (!entries.some(canUndo)) {
      const isNamed = !settings.dryRun && pass(history, entries);
      throw cannot(history, entries, isNamed ? 'to undo what came before it, run tracker undo again' : undefined);
    }
    if (left.length === entries.length || !(await isUndone(entries, reading))) return entries;
    await show.warn(`change ${last.number} (${commandOf(last)}) is passed over: ${asBefore(entries)}`);
    if (!settings.dryRun) pass(history, entries);
    for (const { number } of entries) over.add(number);
  }
}

/** The entry with this number, and those that are undone with it. Throws if there is none, or if it cannot be undone. */
async function withNumber(history: History, number: number): Promise<readonly Entry[]> {
  const all = await history.settled();
  const entry = all.find((each) => each.number === number);
  if (!entry)
    throw new TrackerError('not_found', `there is no change number ${number}`, { hint: 'tracker undo --list' });
  if (entry.state === 'undone')
    throw new TrackerError('failed', `change ${number} is undone already`, { hint: `tracker redo ${number}` });
  const entries = groupOf(
    entry,
    all.filter(({ state }) => state !== 'undone'),
  );
  if (!entries.some(canUndo)) throw cannot(history, entries);
  return entries;
}

function cannot(history: History, entries: readonly Entry[], hint?: string): TrackerError {
  const message = `change ${entries[0]?.number} cannot be undone: ${whyNot(history, entries)}`;
  return new TrackerError('failed', message, {
    hint: hint ?? 'for earlier changes: tracker undo --list, then tracker undo NUMBER',
  });
}

function asBefore(entries: readonly Entry[]): string {
  const [first = '', ...others] = new Set(entries.flatMap(({ writes }) => writes.map(({ ref }) => ref)));
  return others.length === 0
    ? `${first} is already as it was before`
    : `${first} and ${others.length} more are already as they were before`;
}

/** Whether all that entries wrote is as it was before. What cannot be read is not. */
async function isUndone(entries: readonly Entry[], reading: Reading): Promise<boolean> {
  if (entries.some(({ isDamaged, state }) => isDamaged || state === 'sending')) return false;
  try {
    for (const write of entries.flatMap(({ writes }) => writes)) {
      const { kind, detail } = await reading(write);
      if (!write.isPutBack && !isAsBefore(write, rowAt(await detail(), kind))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof TrackerError && error.kind !== 'interrupted') return false;
    throw error;
  }
}

async function warnOfRest({ show }: Context, { ledger }: History, entries: readonly Entry[]): Promise<void> {
  for (const what of new Set(entries.flatMap(({ final }) => final)))
    await show.warn(`${what} cannot be undone and stays`);
  for (const { number, isDamaged } of entries)
    if (isDamaged) {
      const path = ledger.path(number);
      await show.warn(`part of its record in ${path} is damaged; changes recorded there cannot be undone`);
    }
}
