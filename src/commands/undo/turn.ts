import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { retriedStatuses, TrackerError } from '../../contract/errors.js';
import { rowAt, uuidOf } from '../../contract/row.js';
import { withClaim } from '../../ledger/claim.js';
import { type Entry, type EntryWrite, eventAfterEnd, placeOf, steps } from '../../ledger/entry.js';
import { joinWrites } from '../../ledger/store.js';
import { lockEntity } from '../../lists/entity-lock.js';
import { type Entity, findEntity } from '../../references/find-entity.js';
import { forEachReference } from '../bulk/for-each-reference.js';
import type { History } from './history.js';
import { type Direction, restore } from './restore.js';

/** Reads what was written, once. */
export type Reading = (write: EntryWrite) => Promise<Written>;

interface Turning {
  readonly history: History;
  /** What is undone or done again as one. */
  readonly entries: readonly Entry[];
  readonly direction: Direction;
  /** Whether the next `undo` or `redo` is to go past them if nothing can be done: they were not asked for by number. */
  readonly goesOn: boolean;
  readonly reading: Reading;
}

/**
 * Undoes entries, or does them again, as far as nobody else has changed what they wrote. False, and nothing is done, if another
 * process has done so meanwhile. Throws like forEachReference, and `conflict` while another process still writes them.
 */
export async function turn(context: Context, client: Client, turning: Turning): Promise<boolean> {
  const { history, entries } = turning;
  const numbers = context.settings.dryRun ? [] : entries.map(({ number }) => number);
  return await claimed(history, numbers, async () => {
    const now = entries.map(({ number }) => current(history, number));
    const asChosen = now.filter((entry) => entry !== undefined);
    if (asChosen.some((entry, at) => isUndone(entry) !== isUndone(entries[at])) || asChosen.length < now.length)
      return false;
    await turnAll(context, client, { ...turning, entries: asChosen });
    return true;
  });
}

/** Keeps other processes from undoing the same meanwhile, or waits until they have. */
async function claimed<T>(history: History, numbers: readonly number[], work: () => Promise<T>): Promise<T> {
  const [number, ...others] = numbers;
  if (number === undefined) return await work();
  let isOurs = false;
  try {
    return await withClaim(history, { number }, async () => {
      isOurs = true;
      return await claimed(history, others, work);
    });
  } catch (error) {
    if (isOurs || !(error instanceof TrackerError) || error.kind !== 'conflict') throw error;
    const message = `change ${number} is still being written or undone by another tracker process`;
    throw new TrackerError('conflict', message, { hint: 'wait for it to finish, then try again', cause: error });
  }
}

/** An entry as it is on disk; what was being written is as its process has left it. Undefined if it is gone. */
function current({ ledger }: History, number: number): Entry | undefined {
  const entry = ledger.find(number);
  if (!entry || entry.state === 'deleted') return undefined;
  const event = entry.state === 'sending' ? eventAfterEnd(entry) : undefined;
  return event ? ledger.step(number, event) : entry;
}

function isUndone(entry: Entry | undefined): boolean {
  return entry?.state === 'undone';
}

async function turnAll(context: Context, client: Client, turning: Turning): Promise<void> {
  const { direction, reading } = turning;
  const writes = writesOf(turning);
  const note = createNotes(context, turning);
  const run = async (): Promise<void> =>
    await forEachReference(context, {
      find: async ({ text }) => {
        const write = writes.find(({ uuid }) => uuid === text);
        if (!write) throw new TrackerError('not_found', `${text} is not in the ledger`);
        return { ...(await note.trying(async () => await reading(write))), write };
      },
      // Messages name what cannot be found by its reference.
      refs: writes.map(({ uuid, ref }) => ({ text: uuid, ref })),
      doing: `${direction}ing`,
      isOneChange: true,
      work: async (_client, found) =>
        await note.trying(async () => {
          const { release } = await lockEntity(context, { client, uuid: found.uuid });
          try {
            const { done, hasWritten } = await restore(context, client, { found, write: found.write, direction });
            if (hasWritten || direction === 'redo') note.turned(found.write.uuid);
            return done;
          } finally {
            release();
          }
        }),
    });
  try {
    const recorder = await client.recorder();
    await recorder.unrecorded(run);
  } finally {
    if (!context.settings.dryRun && !context.signal.aborted) await note.end();
  }
}

/** What is to be written to each task or ticket, with what is replaced as `to`, and what it becomes as `from`. */
function writesOf({ entries, direction }: Turning): readonly EntryWrite[] {
  const isBack = direction === 'redo';
  const joined = new Map<string, EntryWrite>();
  for (const { writes } of entries.toSorted((one, other) => placeOf(one) - placeOf(other)))
    for (const write of writes) {
      if ((write.isPutBack ?? false) !== isBack) continue;
      const earlier = joined.get(write.uuid);
      joined.set(write.uuid, earlier ? joinWrites(earlier, write) : write);
    }
  const all = [...joined.values()];
  return isBack ? all.map(({ from, to, ...write }) => ({ ...write, from: to, to: from })) : all;
}

/** Notes in entries what has been undone or done again, so that it is never done twice. */
interface Notes {
  /** Passes on what work gives, and remembers whether trying again may help. */
  trying<T>(work: () => Promise<T>): Promise<T>;
  turned(uuid: string): void;
  end(): Promise<void>;
}

function createNotes(context: Context, { history: { ledger }, entries, direction, goesOn }: Turning): Notes {
  const isPutBack = direction === 'undo';
  let mayHelp = false;
  let trouble: unknown;
  const attempt = (work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      trouble = error;
    }
  };
  const endOne = ({ number }: Entry, moment: number): void => {
    const entry = ledger.find(number);
    const hasTurned = entry?.writes.some((write) => (write.isPutBack ?? false) === isPutBack) ?? false;
    if (entry && hasTurned && steps[entry.state][direction]) {
      const turnedAt = context.now().toISOString();
      ledger.step(number, direction, { turnedAt, undoneAt: isPutBack ? moment : undefined, passedAt: undefined });
    } else if (goesOn) ledger.add(number, { passedAt: moment });
  };
  return {
    async trying(work) {
      try {
        return await work();
      } catch (error) {
        mayHelp ||= !(error instanceof TrackerError) || mayHelpLater(error);
        throw error;
      }
    },
    turned(uuid) {
      if (context.settings.dryRun) return;
      for (const { number, writes } of entries)
        if (writes.some((write) => write.uuid === uuid)) attempt(() => ledger.add(number, { turned: uuid, isPutBack }));
    },
    async end() {
      attempt(() => {
        if (mayHelp) return;
        const moment = ledger.moment();
        for (const entry of entries) endOne(entry, moment);
      });
      if (!trouble) return;
      const why = trouble instanceof Error ? trouble.message : String(trouble);
      await context.show.warn(
        `it could not be noted that this was ${direction === 'undo' ? 'undone' : 'redone'}: ${why}`,
      );
    },
  };
}

/** Whether the same may succeed later, so that what is left of an entry is tried again by the next `undo`. */
function mayHelpLater({ kind, status }: TrackerError): boolean {
  const kinds = ['network', 'sign_in_required', 'interrupted', 'unknown_outcome', 'conflict'];
  return kinds.includes(kind) || retriedStatuses.includes(status);
}

export type Written = Entity<'task' | 'ticket'>;

export function readOnce(client: Client): Reading {
  const known = new Map<string, Promise<Written>>();
  return async (write) => {
    const reading = known.get(write.uuid) ?? findWritten(client, write);
    known.set(write.uuid, reading);
    return await reading;
  };
}

/** The entity that was written, by its uuid: its reference may be another by now. */
async function findWritten(client: Client, { kind, uuid, ref }: EntryWrite): Promise<Written> {
  try {
    const found = await findEntity(client, kind, uuid);
    const shown = uuidOf(rowAt(await found.detail(), kind));
    if (shown !== '' && shown !== uuid) throw new TrackerError('not_found', `the server shows ${shown} for ${uuid}`);
    (await client.lastShown()).keep({ entity: { kind, uuid, ref: found.ref } });
    return found;
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
    throw new TrackerError('not_found', `${ref} is no longer there, or you can no longer see it`, { cause: error });
  }
}
