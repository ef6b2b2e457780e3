import type { Context } from '../../args/context.js';
import { count, toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { isFor, ledgerOf, ownDrafts, wordsOf, writtenEntries } from '../../compose/saved/drafts.js';
import { orElse, TrackerError, usageError } from '../../contract/errors.js';
import { rowAt } from '../../contract/row.js';
import { withClaim } from '../../ledger/claim.js';
import { commandOf, type Entry, placeOf } from '../../ledger/entry.js';
import { isLocal } from '../../ledger/snoozes.js';
import { canUndo, groupOf, pass, settleAsBefore, undoable } from '../../ledger/written.js';
import { changesBetween, changesData } from '../../lists/values.js';
import { listed, type VerbResult } from '../../output/shown.js';
import type { JsonObject } from '../../output/view.js';
import { undoList } from '../../views/this-computer.js';
import { expectRows } from '../bulk/for-each-reference.js';
import { describeChanges } from '../work/editing/report-changes.js';
import { isAsBefore } from './restore-write.js';
import { numberIn, type TurnParts, turn, undoAgain, withNumber } from './turn.js';
import { snoozeTurned } from './turn-snooze.js';

export const verb = defineVerb({
  details: [
    'Puts back what your last command changed in tasks and tickets: statuses and other fields, texts, plans, single items of tags,',
    'assignees, dependencies and checklists, and until when a ticket is put off. Run it again to undo the command before that, and so',
    'on. With a number from --list, undoes that command. To do again what was undone: tracker redo.',
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
  flags: {
    list: toggle('--list', 'list the last commands that wrote something, newest first'),
    limit: count('-L, --limit', 'with --list: print at most this many'),
  },
  examples: [
    { line: 'tracker undo', does: 'take back the last change' },
    { line: 'tracker undo --list', does: 'list the last changes' },
    { line: 'tracker undo 12 --dry-run', does: 'see what would be sent' },
  ],
  writes: ['PATCH /tasks/:id', 'PATCH /tickets/:id', 'PUT /tickets/:id/checklist'],
  onlyReads: ({ list }) => list,
  queued: false,
  run: async (context, [given], { list, limit }) => {
    if (limit !== undefined && !list)
      throw usageError('--limit is for --list', `tracker ${selection(context)}undo --list -L ${limit}`);
    if (list && given !== undefined) throw usageError('--list cannot be used with a number');
    const number = numberIn(given);
    if (list) return await listEntries(context, limit);
    await expectRows(context);
    return (await takeBack(context, number))
      ? undefined
      : await turn(context, 'undo', { number, choose: async (turning) => await choose(turning, number) });
  },
});

/**
 * Takes back the entry with this number, if it waits to be sent; without a number, the last one that waits, if nothing was written
 * after it. A text stays as a draft. False if there is no such entry.
 */
async function takeBack(context: Context, number: number | undefined): Promise<boolean> {
  const parts = ledgerOf(context);
  const { ledger } = parts;
  const waiting = (await ownDrafts(context)).filter((each) => each.state === 'waiting' && isFor(context, each));
  const [written] = undoable(await writtenEntries(context, await context.client()));
  const isNext = (each: Entry): boolean =>
    number === undefined ? !written || placeOf(each) > placeOf(written) : each.number === number;
  const last = waiting.find(isNext)?.number;
  if (last === undefined) return false;
  if (context.settings.dryRun) return true;
  return await withClaim(parts, { number: last, undone: 'it was not taken back' }, async () => {
    if (ledger.find(last)?.state !== 'waiting') return false;
    const entry = ledger.step(last, 'leave');
    const isText = typeof entry.flags?.body === 'string' || entry.flags?.bodyFile !== undefined;
    if (!isText) ledger.step(last, 'delete');
    const kept = isText ? `; the text is kept as draft ${last}` : '';
    await context.show.say(`${await wordsOf(context, entry)} no longer waits to be sent${kept}.`);
    return true;
  });
}

async function listEntries(context: Context, limit: number | undefined): Promise<VerbResult> {
  const client = await context.client();
  const entries = await writtenEntries(context, client, true);
  const rows = entries.map((entry) => entryRow(context, client, entry));
  const setting = { people: {}, now: context.now(), me: client.userId };
  return listed(undoList, {
    ...{ rows: rows.slice(0, limit), total: rows.length, setting, emptyHint: 'on this computer' },
  });
}

async function choose(turning: TurnParts, number: number | undefined): Promise<readonly Entry[]> {
  const entries = number === undefined ? await lastWritten(turning) : await writtenWith(turning, number);
  const { context } = turning;
  for (const what of finalOf(entries)) await context.show.warn(`${what} cannot be undone and stays`);
  for (const each of entries.filter(({ isDamaged }) => isDamaged)) {
    await context.show.warn(`part of the record of change ${each.number} is damaged; what it held cannot be undone`);
  }
  return entries;
}

/**
 * The last entries of which something can still be put back. Later ones that somebody else has put back, or that never arrived, are
 * named and skipped, unless nothing else is left. Throws `failed` if there is nothing to undo, or if it cannot be undone; then it is
 * skipped the next time.
 */
async function lastWritten(turning: TurnParts): Promise<readonly Entry[]> {
  const { context, client, ledger } = turning;
  const { dryRun } = context.settings;
  const over = new Set<number>();
  for (;;) {
    const left = undoable(await writtenEntries(context, client, true)).filter(({ number }) => !over.has(number));
    const [last] = left;
    if (!last) throw new TrackerError('failed', 'there is nothing to undo');
    const entries = groupOf(last, left);
    if (!entries.some(canUndo)) {
      const isNamed = !dryRun && pass(ledger, entries);
      throw cannot(context, entries, isNamed ? undoAgain(context) : undefined);
    }
    await turning.askAhead(entries);
    if (turning.again.size > 0 || left.length === entries.length || !(await isUndone(turning, entries))) return entries;
    await context.show.warn(`change ${last.number} (${commandOf(last)}) is skipped: ${asBefore(entries)}`);
    if (!dryRun) {
      pass(ledger, entries);
      settleAsBefore(ledger, entries);
    }
    for (const { number } of entries) over.add(number);
  }
}

/** The entry with this number, and those that are undone with it. Throws if there is none, or if it cannot be undone. */
async function writtenWith({ context, client }: TurnParts, number: number): Promise<readonly Entry[]> {
  const all = await writtenEntries(context, client, true);
  const entry = withNumber(context, all, number);
  if (entry.state === 'undone')
    throw new TrackerError('failed', `change ${number} has already been undone`, {
      hint: `tracker ${selection(context)}redo ${number}`,
    });
  const entries = groupOf(entry, all).filter(({ state }) => state !== 'undone');
  if (!entries.some(canUndo)) throw cannot(context, entries);
  return entries;
}

function cannot(context: Context, entries: readonly Entry[], hint?: string): TrackerError {
  const undo = `tracker ${selection(context)}undo`;
  const isDamaged = entries.some((each) => each.isDamaged);
  const why = isDamaged ? 'its record is damaged' : finalOf(entries).join(', ') || 'it is as it was before';
  return new TrackerError('failed', `change ${entries[0]?.number} cannot be undone: ${why}`, {
    hint: hint ?? `for earlier changes: ${undo} --list, then ${undo} NUMBER`,
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
async function isUndone({ read, ...turning }: TurnParts, entries: readonly Entry[]): Promise<boolean> {
  if (entries.some(({ isDamaged, state }) => isDamaged || state === 'sending')) return false;
  const compare = async (): Promise<boolean> => {
    for (const write of entries.flatMap(({ writes }) => writes)) {
      if (isLocal(write)) {
        const { from, to } = await snoozeTurned({ ...turning, entries, direction: 'undo' }, write);
        if (from === to) continue;
        return false;
      }
      const { kind, detail } = await read(write);
      if (!write.isPutBack && !isAsBefore(write, rowAt(await detail(), kind))) return false;
    }
    return true;
  };
  return await orElse(compare(), () => false);
}

function entryRow(context: Context, client: Client, entry: Entry): JsonObject {
  const { number, at, state, writes, final, isDamaged = false } = entry;
  const entities = writes.map(({ kind, ref, uuid, from, to }) => ({
    ...{ kind, ref, uuid },
    changes: changesData(changesBetween(from, to)),
  }));
  const what = entities.map(
    ({ ref, changes }) => `${ref}: ${describeChanges(context, client, changes) || 'as it was before'}`,
  );
  return {
    ...{ number, at, command: commandOf(entry), state, canUndo: canUndo(entry) },
    what: [...what, ...final, ...(isDamaged ? ['damaged; cannot be read'] : [])].join('; '),
    entities,
  };
}
