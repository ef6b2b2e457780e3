import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import type { UncertainWork } from '../../client/recorder.js';
import { accountOf, isDraft, isOwn, ledgerOf } from '../../compose/saved/drafts.js';
import { attempt, orElse, retriedStatuses, TrackerError, usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { HeldLock } from '../../disk/lock.js';
import { claim, settleClaimed } from '../../ledger/claim.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import { type Entry, type EntryWrite, ended, placeOf, steps, subjectsOf } from '../../ledger/entry.js';
import { joinWrites } from '../../ledger/read-entry.js';
import { isUnreached } from '../../ledger/send.js';
import { isLocal } from '../../ledger/snoozes.js';
import type { Ledger } from '../../ledger/store.js';
import { settleAsBefore } from '../../ledger/written.js';
import type { VerbResult } from '../../output/shown.js';
import { type Entity, findEntity } from '../../references/find-entity.js';
import type { Done } from '../bulk/exit-code.js';
import { forEachReference } from '../bulk/for-each-reference.js';
import { askAhead as askAbout } from '../sending/held.js';
import { sayLost } from '../showing/say-lost.js';
import { type Direction, restore } from './restore-write.js';
import { turnSnooze } from './turn-snooze.js';

export interface TurnParts {
  readonly context: Context;
  readonly client: Client;
  readonly ledger: Ledger;
  /** Reads the task or ticket that was written to, once. */
  readonly read: (write: EntryWrite) => Promise<Entity<'task' | 'ticket'>>;
  /** Asks about what comes first on the same tasks and tickets (docs/requirements.md, R93). */
  readonly askAhead: (entries: readonly Entry[]) => Promise<void>;
  /** The entries of the same, tried before, whose answer was lost: it is finished, whatever is there now. */
  readonly again: Set<number>;
}

/** The number of a change. Throws a usage error for anything else. */
export function numberIn(given: string | undefined): number | undefined {
  if (given !== undefined && !/^\d{1,15}$/.test(given))
    throw usageError(`${JSON.stringify(given)} is not a number in tracker undo --list`);
  return given === undefined ? undefined : Number(given);
}

/** The entry with this number. Throws `not_found` if there is none. */
export function withNumber(context: Pick<Context, 'settings'>, entries: readonly Entry[], number: number): Entry {
  const entry = entries.find((each) => each.number === number);
  if (entry) return entry;
  throw new TrackerError('not_found', `there is no change number ${number}`, {
    hint: `tracker ${selection(context)}undo --list`,
  });
}

interface ChooseEntries {
  /** What was asked for; otherwise, the next `undo` or `redo` skips what cannot be turned. */
  readonly number: number | undefined;
  /** Gives the entries that are undone, or done again, together. Throws TrackerError if there are none. */
  readonly choose: (turning: TurnParts) => Promise<readonly Entry[]>;
}

/**
 * Undoes something, or does it again, as far as nobody else has changed what was written. Gives what forEachReference gives; throws
 * `conflict` while another process still writes it.
 */
export async function turn(
  context: Context,
  direction: Direction,
  { number, choose }: ChooseEntries,
): Promise<VerbResult | undefined> {
  const client = await context.client();
  const { ledger } = ledgerOf(context);
  const account = await accountOf(client);
  const [over, again] = [new Set<number>(), new Set<number>()];
  const askAhead: TurnParts['askAhead'] = async (entries) => {
    if (context.settings.dryRun || context.sending?.entry) return;
    for (const { number } of entries) over.add(number);
    const isSame = ({ state, words: [verb, number] }: Entry): boolean =>
      state === 'doubtful' && verb === direction && entries.some((each) => String(each.number) === number);
    for (const each of ledger.outlines().filter(isDraft))
      if (isOwn(each, account) && isSame(each)) again.add(each.number);
    for (const number of again) over.add(number);
    await askAbout(context, () => ({ ...account, subjects: entries.flatMap(subjectsOf) }), over);
  };
  const turning: TurnParts = { context, client, ledger, read: readOnce(client), askAhead, again };
  // Another process may do the same at the same moment; then this one chooses again.
  for (;;) {
    const chosen = await choose(turning);
    await askAhead(chosen);
    const locks: HeldLock[] = [];
    try {
      let entries = chosen;
      if (!context.settings.dryRun) {
        for (const each of chosen) locks.push(await claimChange(context, each.number));
        entries = chosen.flatMap((each) => settleClaimed(ledger, each.number) ?? []);
        entries = entries.filter(({ state }) => state !== 'deleted' && (state === 'undone') === (direction === 'redo'));
      }
      if (entries.length === chosen.length)
        return await turnAll(turning, { entries, direction, goesOn: number === undefined });
    } finally {
      for (const { release } of locks) release();
    }
  }
}

interface TurnChoice {
  readonly entries: readonly Entry[];
  readonly direction: Direction;
  /** Whether the next `undo` or `redo` skips them if nothing can be done: they were not asked for by number. */
  readonly goesOn: boolean;
}

/** Keeps other processes from undoing the same meanwhile, or waits until they have. */
async function claimChange(context: Context, number: number): Promise<HeldLock> {
  return await orElse(claim(ledgerOf(context), { number }), (cause) => {
    const message = `change ${number} is still being written or undone by another tracker process`;
    const hint = 'wait for it to finish, then try again';
    throw cause.kind === 'conflict' ? new TrackerError('conflict', message, { hint, cause }) : cause;
  });
}

async function turnAll(
  { context, client, ledger, read, again }: TurnParts,
  { entries, direction, goesOn }: TurnChoice,
): Promise<VerbResult | undefined> {
  const { dryRun } = context.settings;
  const isPutBack = direction === 'undo';
  const writes = writesOf(entries, direction);
  let mayHelp = false;
  let trouble: unknown;
  const noteFailure = (error: unknown): never => {
    const isFinal = error instanceof TrackerError && !mayHelpLater(error);
    mayHelp ||= !isFinal;
    if (!isFinal || !goesOn || !isPutBack || dryRun || writes.length > 1) throw error;
    throw new TrackerError(error.kind, error.message, {
      ...error,
      hint: error.hint ?? undoAgain(context),
      cause: error,
    });
  };
  const noting = (work: () => void): void => {
    try {
      if (!dryRun) work();
    } catch (error) {
      trouble = error;
    }
  };
  const noteTurned = (uuid: string): void => {
    for (const { number } of entries.filter((entry) => entry.writes.some((write) => write.uuid === uuid)))
      noting(() => ledger.add(number, { turned: uuid, isPutBack }));
  };
  const noteEnd = (): void => {
    const moment = ledger.moment();
    const turnedAt = context.now().toISOString();
    const undoneAt = isPutBack ? moment : undefined;
    for (const { number, state } of entries) {
      const hasTurned = ledger.find(number)?.writes.some((write) => (write.isPutBack ?? false) === isPutBack);
      if (hasTurned && steps[state][direction])
        ledger.step(number, direction, { ...(state === 'doubtful' && ended), turnedAt, undoneAt, passedAt: undefined });
      else if (goesOn) ledger.add(number, { passedAt: moment });
    }
    if (isPutBack && shown && shown.failure === undefined) settleAsBefore(ledger, entries);
  };
  const run = async () =>
    await forEachReference(context, {
      find: async ({ text }) => {
        const write = writes.find(({ uuid }) => uuid === text) as EntryWrite;
        return { ...(await read(write).catch(noteFailure)), write };
      },
      // Messages name what cannot be found by its reference.
      refs: writes.map(({ uuid, ref }) => ({ text: uuid, ref })),
      doing: `${direction}ing`,
      isOneChange: true,
      async work(_client, found) {
        if (isLocal(found.write)) {
          const done = await turnSnooze({ context, client, ledger, entries, direction }, found.write);
          noteTurned(found.uuid);
          return done;
        }
        const put = async (): Promise<Done> => {
          const { done, hasWritten } = await restore(context, found, { write: found.write, direction });
          const isFinished = direction === 'redo' || ((context.sending?.entry || again.size > 0) && !done.error);
          if (hasWritten || isFinished) noteTurned(found.write.uuid);
          return done;
        };
        return await whileLocked(context, { client, uuid: found.uuid }, put).catch(noteFailure);
      },
    });
  const recorder = await client.recorder();
  const settle = (): void => {
    for (const number of again) attempt(() => ledger.step(number, 'delete'));
  };
  const held: UncertainWork = {
    change: {
      ...{ words: [direction, String(entries[0]?.number)], verbWords: 1, flags: {}, isRepeatable: true },
      targets: targetsOf(writes),
    },
    left() {
      const lost = [...recorder.takeLost()].map(([uuid, ref]) => ({ uuid, ref }));
      return lost.length === 0 ? undefined : targetsOf(lost);
    },
    async onLost(entry) {
      settle();
      const refs = Object.keys(entry.targets ?? {}).map((ref) => ref.toUpperCase());
      await sayLost(context, entry, refs);
    },
  };
  let shown: VerbResult | undefined;
  try {
    recorder.takeLost();
    const work = async () => await recorder.unrecorded(run);
    shown = await (context.sending?.entry || dryRun ? work() : recorder.holding(held, work));
    if (shown?.failure === undefined) settle();
  } finally {
    if (!mayHelp && !context.signal.aborted) noting(noteEnd);
    if (trouble && !context.signal.aborted) {
      const why = trouble instanceof Error ? trouble.message : String(trouble);
      const warning = `cannot record that this was ${isPutBack ? 'undone' : 'redone'}: ${why}`;
      if (shown) shown = { ...shown, remarks: [{ warning }] };
      else await context.show.warn(warning);
    }
  }
  return shown;
}

/** The hint where the next `undo` skips what cannot be undone. */
export function undoAgain(context: Pick<Context, 'settings'>): string {
  return `to undo what came before it, run tracker ${selection(context)}undo again`;
}

function targetsOf(written: readonly Pick<EntryWrite, 'ref' | 'uuid'>[]): Row {
  return Object.fromEntries(written.map(({ ref, uuid }) => [ref.toLowerCase(), uuid]));
}

/** What is to be written to each task or ticket, with what is replaced as `to`, and what it becomes as `from`. */
function writesOf(entries: readonly Entry[], direction: Direction): readonly EntryWrite[] {
  const isBack = direction === 'redo';
  const joined = new Map<string, EntryWrite>();
  const writes = entries.toSorted((one, other) => placeOf(one) - placeOf(other)).flatMap((entry) => entry.writes);
  for (const write of writes.filter(({ isPutBack = false }) => isPutBack === isBack)) {
    const earlier = joined.get(write.uuid);
    joined.set(write.uuid, earlier ? joinWrites(earlier, write) : write);
  }
  const all = [...joined.values()];
  return isBack ? all.map(({ from, to, ...write }) => ({ ...write, from: to, to: from })) : all;
}

/** Whether the same may succeed later, so that what is left of an entry is tried again by the next `undo`. */
function mayHelpLater(error: TrackerError): boolean {
  const kinds = ['sign_in_required', 'read_only', 'interrupted', 'unknown_outcome', 'conflict'];
  return isUnreached(error) || kinds.includes(error.kind) || retriedStatuses.includes(error.status);
}

function readOnce(client: Client): TurnParts['read'] {
  const known = new Map<string, ReturnType<TurnParts['read']>>();
  return async (write) => {
    const reading = known.get(write.uuid) ?? findWritten(client, write);
    known.set(write.uuid, reading);
    return await reading;
  };
}

/** The entity that was written, by its uuid: its reference may be another by now. */
async function findWritten(client: Client, write: EntryWrite): ReturnType<TurnParts['read']> {
  const { kind, uuid, ref } = write;
  if (isLocal(write)) {
    const detail = async () => await (await findEntity<'task' | 'ticket'>(client, kind, uuid)).detail();
    return { kind, uuid, ref, title: '', detail };
  }
  try {
    const found = await findEntity(client, kind, uuid);
    (await client.lastShown()).keep({ entity: { kind, uuid, ref: found.ref } });
    return found;
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
    throw new TrackerError('not_found', `${ref} is no longer there, or you can no longer see it`, { cause: error });
  }
}
