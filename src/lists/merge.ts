import { setTimeout } from 'node:timers/promises';
import { orElse, phrase, TrackerError } from '../contract/errors.js';
import { jsonText } from '../contract/text/json-text.js';

/** A change of some items of a list that the server can only replace as a whole. */
export interface ListChange<Item> {
  /** Applies the change item by item. Throws `conflict` if others have changed a touched item since it was first seen. */
  apply(stored: readonly Item[]): readonly Item[];
  /** How many of the edits a stored list does not show yet. */
  countOpen(stored: readonly Item[]): number;
  /** Whether two readings of a list mean the same (default: whether they are equal). */
  isLike?(before: readonly Item[], now: readonly Item[]): boolean;
  /** Whether a reading after a write lacks only this change, so that the server must have left it out. */
  isLeftOut?(written: readonly Item[], now: readonly Item[]): boolean;
  /** Whether a stored list lacks an earlier item that was written back with the change. */
  hasLost(stored: readonly Item[]): boolean;
  /** Says what a stored list lacks, such as `did not keep "x"`. */
  describeMissing(stored: readonly Item[]): string;
}

interface ListStore<Item> {
  read(): Promise<readonly Item[]>;
  /** Replaces the whole list. False if nothing was sent (`--dry-run`). */
  write(items: readonly Item[]): Promise<boolean>;
  /** Whether the same request also writes something else. */
  readonly alsoWrites?: boolean;
  /** Whether the server has said after every write that nothing changed. */
  isUntouched?(): boolean;
  /** How long to wait before reading a list again that does not show the write yet (milliseconds, default: 400). */
  readonly patienceMs?: number;
}

/** After this many writes, someone else must be changing the list all the time. */
const maxWrites = 3;

/** After this many writes in a row that changed nothing, the server must be ignoring the change. */
const maxIgnoredWrites = 2;

const patienceMs = 400;

/**
 * Changes items of a list that can only be replaced as a whole: reads it, writes the merged list, reads it again a little later,
 * and repeats this if others have overwritten the change, with at most three writes (docs/requirements.md, D13). Returns the stored
 * list. Throws `conflict` (exit 6), `failed` if the server accepts the list but does not keep the change, `partial` if it keeps
 * some of it or drops earlier items, and `unknown_outcome` if the list cannot be read again or still has its old content (D9).
 */
export async function mergeIntoList<Item>(store: ListStore<Item>, change: ListChange<Item>): Promise<readonly Item[]> {
  let readAt = performance.now();
  let stored = await store.read();
  const open = change.countOpen(stored);
  let ignored = 0;
  let isLike = false;
  for (let writes = 0; change.countOpen(stored) > 0; writes++) {
    if (ignored === maxIgnoredWrites) {
      const isPartly = store.alsoWrites === true || change.hasLost(stored) || change.countOpen(stored) < open;
      const kind = isPartly ? 'partial' : isLike ? 'unknown_outcome' : 'failed';
      throw notKept(store.isUntouched?.() ? 'failed' : kind, change.describeMissing(stored));
    }
    if (writes === maxWrites)
      throw new TrackerError('conflict', 'others keep changing this list; your change was written but overwritten', {
        hint: 'check the list and run the command again',
      });
    const merged = change.apply(stored);
    const isSent = writes === 0 ? await store.write(merged) : await afterWrite(() => store.write(merged));
    if (!isSent) return merged;
    // Whoever read the list before this write may still overwrite it, and hardly takes twice as long.
    await setTimeout(pauseAfter(performance.now() - readAt, store.patienceMs ?? patienceMs));
    readAt = performance.now();
    const after = await afterWrite(() => readAfterWrite(store, change, stored));
    isLike = after.isLike;
    ignored = isLike || change.isLeftOut?.(merged, after.now) === true ? ignored + 1 : 0;
    stored = after.now;
  }
  if (change.hasLost(stored)) throw notKept('partial', change.describeMissing(stored));
  return stored;
}

/** How long to wait after a change that took so long (milliseconds); random, so that two do not keep overwriting each other. */
function pauseAfter(tookMs: number, patience: number): number {
  return Math.min(Math.max(2 * tookMs, patience / 8), patience) * (1 + Math.random());
}

/** The list after a write, and whether it still has its old content, even a moment later. */
async function readAfterWrite<Item>(store: ListStore<Item>, change: ListChange<Item>, before: readonly Item[]) {
  const equals = change.isLike ?? ((one, other) => jsonText(one) === jsonText(other));
  const now = await store.read();
  if (change.countOpen(now) === 0 || !equals(before, now)) return { now, isLike: false };
  if (store.isUntouched?.()) return { now, isLike: true };
  await setTimeout(store.patienceMs ?? patienceMs);
  const later = await store.read();
  return { now: later, isLike: equals(before, later) };
}

/** Makes clear in an error after a successful write that something was written. */
async function afterWrite<T>(work: () => Promise<T>): Promise<T> {
  return await orElse(work(), (cause) => {
    const message = phrase`the change was written, but could not be read back: ${cause.message}`;
    throw new TrackerError('unknown_outcome', message, { hint: 'check before you run it again', cause });
  });
}

const hints = {
  failed: 'the list may be full, or a value may not be allowed',
  partial: 'the rest of the change was applied; check before you run it again',
  unknown_outcome: 'it may show up later; check before you run it again',
} as const;

function notKept(kind: keyof typeof hints, what: string): TrackerError {
  return new TrackerError(kind, `the server accepted the change but ${what}`, { hint: hints[kind] });
}

/** What a merge can still lose, for the help of every verb that merges into a list. */
export const mergeLimit: string = [
  'The server can only store the whole list at once. If someone else changes it at the same moment, one of the two changes can',
  'be lost.',
].join('\n');
