import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { commandOf } from '../../compose/saved/drafts.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import type { Entry } from '../../ledger/entry.js';
import { canUndo, groupOf, undoable } from '../../ledger/written.js';
import { undoList } from '../../views/this-computer.js';
import { expectRows } from '../bulk/for-each-reference.js';
import { entryRow } from './entry-row.js';
import { type History, numberIn, openHistory, pass, withNumber } from './history.js';
import { isAsBefore } from './restore.js';
import { takeBack } from './take-back.js';
import { type Turning, turn } from './turn.js';

export const verb = defineVerb({
  details: [
    'Puts back what your last command changed in tasks and tickets: statuses and other fields, texts, plans, and single items of',
    'tags, assignees, dependencies and checklists. Run it again to undo the command before that, and so on; tracker redo does',
    'again what was undone. With a number from --list, undoes that command.',
    '',
    'A command that waits to be sent (--queue) is taken back, so that it is not sent; its text, if it has one, stays as a draft.',
    '',
    'Anything that someone else has changed since is named and left as it is (exit code 6). If somebody has already put back',
    'everything a command changed, that command is named and skipped. A message, a comment, something new, logged time and a',
    'deletion cannot be undone; undo says so and stops (exit code 1). The next undo skips that command, until you write something',
    'new.',
    '',
    'About the last 100 commands that wrote something are kept on this computer, for all accounts together; each account undoes',
    'only its own.',
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
  flags: { list: toggle('--list', 'list the last commands that wrote something, newest first') },
  examples: [
    { line: 'tracker undo', does: 'take back the last change' },
    { line: 'tracker undo --list', does: 'list the last changes' },
    { line: 'tracker undo 12 --dry-run', does: 'see what would be sent' },
  ],
  writes: true,
  queued: false,
  run: async (context, [given], { list }) => {
    if (list && given !== undefined) throw usageError('--list cannot be used with a number');
    const number = numberIn(given);
    if (list) return await showEntries(context);
    await expectRows(context);
    if (!(await takeBack(context, number))) await turn(context, 'undo', { number, choose });
  },
});

async function showEntries(context: Context): Promise<void> {
  const client = await context.client();
  const entries = await (await openHistory(context, client)).settled();
  const rows = entries.map((entry) => entryRow(context, client, entry));
  const setting = { people: {}, now: context.now(), me: client.userId };
  await context.show.list(undoList, { rows, setting, emptyHint: 'on this computer' });
}

async function choose(turning: Turning, number: number | undefined): Promise<readonly Entry[]> {
  const entries = number === undefined ? await lastWritten(turning) : await writtenWith(turning.history, number);
  const { context, history } = turning;
  for (const what of finalOf(entries)) await context.show.warn(`${what} cannot be undone and stays`);
  for (const each of entries.filter(({ isDamaged }) => isDamaged)) {
    const path = history.ledger.path(each.number);
    await context.show.warn(`part of the record in ${path} is damaged; what it held cannot be undone`);
  }
  return entries;
}

/**
 * The last entries of which something can still be put back. Later ones that somebody else has put back, or that never arrived, are
 * named and skipped, unless nothing else is left. Throws `failed` if there is nothing to undo, or if it cannot be undone; then it is
 * skipped the next time.
 */
async function lastWritten(turning: Turning): Promise<readonly Entry[]> {
  const { context, history } = turning;
  const { dryRun } = context.settings;
  const over = new Set<number>();
  for (;;) {
    const left = undoable(await history.settled()).filter(({ number }) => !over.has(number));
    const [last] = left;
    if (!last) throw new TrackerError('failed', 'there is nothing to undo');
    const entries = groupOf(last, left);
    if (!entries.some(canUndo)) {
      const isNamed = !dryRun && pass(history, entries);
      throw cannot(history, entries, isNamed ? 'to undo what came before it, run tracker undo again' : undefined);
    }
    if (left.length === entries.length || !(await isUndone(turning, entries))) return entries;
    await context.show.warn(`change ${last.number} (${commandOf(last)}) is skipped: ${asBefore(entries)}`);
    if (!dryRun) pass(history, entries);
    for (const { number } of entries) over.add(number);
  }
}

/** The entry with this number, and those that are undone with it. Throws if there is none, or if it cannot be undone. */
async function writtenWith(history: History, number: number): Promise<readonly Entry[]> {
  const all = await history.settled();
  const entry = withNumber(all, number);
  if (entry.state === 'undone')
    throw new TrackerError('failed', `change ${number} has already been undone`, { hint: `tracker redo ${number}` });
  const entries = groupOf(entry, all).filter(({ state }) => state !== 'undone');
  if (!entries.some(canUndo)) throw cannot(history, entries);
  return entries;
}

function cannot({ ledger }: History, entries: readonly Entry[], hint?: string): TrackerError {
  const damaged = entries.find(({ isDamaged }) => isDamaged);
  const why = damaged
    ? `its record in ${ledger.path(damaged.number)} is damaged`
    : finalOf(entries).join(', ') || 'it is as it was before';
  return new TrackerError('failed', `change ${entries[0]?.number} cannot be undone: ${why}`, {
    hint: hint ?? 'for earlier changes: tracker undo --list, then tracker undo NUMBER',
  });
}

function finalOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ final }) => final))];
}

function asBefore(entries: readonly Entry[]): string {
  const [first = '', ...others] = new Set(entries.flatMap(({ writes }) => writes.map(({ ref }) => ref)));
  return others.length === 0
    ? `${first} is already as it was before`
    : `${first} and ${others.length} more are already as they were before`;
}

/** Whether all that entries wrote is as it was before. What cannot be read is not. */
async function isUndone({ read }: Turning, entries: readonly Entry[]): Promise<boolean> {
  if (entries.some(({ isDamaged, state }) => isDamaged || state === 'sending')) return false;
  try {
    for (const write of entries.flatMap(({ writes }) => writes)) {
      const { kind, detail } = await read(write);
      if (!write.isPutBack && !isAsBefore(write, rowAt(await detail(), kind))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof TrackerError && error.kind !== 'interrupted') return false;
    throw error;
  }
}
