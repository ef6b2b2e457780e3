import { attempt, awayStatuses, isInDoubt, TrackerError } from '../contract/errors.js';
import { removeQuietly } from '../disk/replace-file.js';
import { type ClaimParts, settleClaimed, withClaim } from './claim.js';
import { type Entry, type EntryEvent, isFinished, isSameEntry } from './entry.js';
import type { Ledger } from './store.js';

/** A claimed entry that is to be sent. */
interface Sendable {
  /** Undefined if it could not be written anywhere; it is sent all the same. */
  readonly entry: Entry | undefined;
  /** Whether a person has said that it may be sent although it may have arrived. */
  readonly isAsked?: boolean;
  /** What stays to be sent of it once the server has accepted this. */
  readonly rest?: Partial<Entry> | undefined;
  /** Whether it is to wait if the server cannot be reached. */
  readonly queue?: boolean;
  /** Until when the server has asked to wait (milliseconds since 1970), if it has. */
  readonly notBefore?: () => number | undefined;
}

/** An entry while it is being sent. */
export interface SendingEntry {
  /** Changes it, if possible; if not, sending goes on all the same. */
  readonly change: (change: Partial<Entry>) => void;
  /** The server has it: what fails from then on does not bring it back. */
  readonly accept: () => void;
}

/** What became of it. */
export type Outcome<T> = {
  readonly entry: Entry | undefined;
  /** Whether the server has accepted it. */
  readonly isTaken: boolean;
} & ({ readonly is: 'sent'; readonly result: T } | { readonly is: 'failed'; readonly error: unknown });

/**
 * Claims an entry and runs `work` with it as it is now. Throws `conflict` if another process is writing or sending it, or if it
 * was sent, changed or deleted since it was read.
 */
export async function withEntry<T>(
  parts: ClaimParts,
  { number, read }: { readonly number: number; readonly read: Entry | undefined },
  work: (entry: Entry) => Promise<T>,
): Promise<T> {
  return await withClaim(parts, { number }, async () => {
    const now = parts.ledger.find(number);
    const isGone = now === undefined || isFinished(now);
    if (isGone || !isSameEntry(now, read)) {
      const what = isGone ? 'sent or deleted' : 'changed';
      throw new TrackerError('conflict', `draft ${number} was ${what} by another process just now; nothing was sent`);
    }
    const entry = settleClaimed(parts.ledger, number) ?? now;
    // Its process was killed while this one waited, and nobody was asked about that.
    if (entry.state === 'doubtful' && read?.state !== 'doubtful') throw mayHaveArrivedAlready(entry);
    return await work(entry);
  });
}

function mayHaveArrivedAlready({ number }: Entry): TrackerError {
  return new TrackerError('conflict', `draft ${number} may have arrived already; nothing was sent`);
}

/**
 * Sends a claimed entry. Its state on disk says so before `work` sends anything; afterwards, the state follows from the error, if
 * there is one. Throws `conflict` if it may have arrived already and nobody was asked. A full disk stops only what waits.
 */
export async function sendClaimed<T>(
  parts: ClaimParts,
  { entry: given, isAsked = false, rest, queue = false, notBefore }: Sendable,
  work: (sending: SendingEntry) => Promise<T>,
): Promise<Outcome<T>> {
  const { ledger } = parts;
  const before = given?.state;
  if (given && before === 'doubtful' && !isAsked) throw mayHaveArrivedAlready(given);
  let entry = given;
  let isTaken = false;
  const step = (event: EntryEvent, next?: Partial<Entry>): void => {
    entry &&= ledger.stepIfPossible(entry, event, next);
  };
  const accept = (): void => {
    if (isTaken) return;
    isTaken = true;
    if (rest) {
      step('refuse', rest);
      return;
    }
    step('accept', {
      flags: undefined,
      targets: undefined,
      seen: undefined,
      decision: undefined,
      notBefore: undefined,
    });
    const now = entry && ledger.find(entry.number);
    // Where the text could not be taken out of its file, nobody must be offered it again.
    if (now && !isFinished(now)) ledger.forget(now.number);
  };
  const change: SendingEntry['change'] = (next) => {
    if (!entry || isTaken) return;
    entry = { ...entry, ...next };
    const now = ledger.find(entry.number);
    if (now) ledger.replaceIfPossible({ ...now, ...next });
  };
  if (before === 'doubtful') step('free');
  // What is sent after others were begun has a later place than they.
  const turn = given && (attempt(() => (ledger.isNewest(given.number) ? undefined : ledger.moment())) ?? given.turn);
  // The next program would send again what waits, if this could not be noted.
  if (given && before === 'waiting') entry = mark(ledger, given.number, turn);
  else step('send', { turn });
  try {
    const result = await work({ change, accept });
    accept();
    return { is: 'sent', result, entry, isTaken };
  } catch (error) {
    const event = eventAfter(parts, error, { ...entry, before, queue });
    // What was meant to follow it still does.
    const waiting = { turn: given?.turn, notBefore: notBefore?.() };
    if (!isTaken) step(event, event === 'postpone' ? waiting : { notBefore: undefined });
    return { is: 'failed', error, entry, isTaken };
  } finally {
    if (isTaken && entry && !rest) removeQuietly(ledger.filesFolder(entry.number), true);
  }
}

/** Thrown for an entry that waits and goes on to wait, because no file could say that it is being sent. */
export class Unmarked extends TrackerError {
  constructor(cause: TrackerError) {
    super('failed', cause.message, { hint: cause.hint, cause });
  }
}

function mark(ledger: Ledger, number: number, turn: number | undefined): Entry {
  try {
    return ledger.step(number, 'send', { turn });
  } catch (error) {
    throw error instanceof TrackerError && error.kind !== 'conflict' ? new Unmarked(error) : error;
  }
}

/** Whether the server may have taken something although sending it failed with this error. */
export function mayHaveArrived({ signal }: Pick<ClaimParts, 'signal'>, error: unknown): boolean {
  if (error === undefined) return false;
  if (signal?.aborted) return true;
  if (!(error instanceof TrackerError)) return false;
  return isInDoubt(error) || (error.cause instanceof TrackerError && isInDoubt(error.cause));
}

interface Tried {
  /** Its state before it was sent. */
  readonly before: Entry['state'] | undefined;
  readonly isRepeatable?: boolean | undefined;
  readonly queue: boolean;
}

function eventAfter(parts: ClaimParts, error: unknown, { before, isRepeatable, queue }: Tried): EntryEvent {
  if (mayHaveArrived(parts, error)) return isRepeatable ? 'postpone' : 'lose';
  // A refusal says nothing about an earlier try.
  if (before === 'doubtful') return 'lose';
  if (before === 'waiting' ? isPassing(error) : queue && isUnreached(error)) return 'postpone';
  return 'refuse';
}

/** Whether the server could not be reached, so that nothing was applied. */
export function isUnreached(error: unknown): boolean {
  return error instanceof TrackerError && error.kind === 'network';
}

/** Thrown for an entry that could not reach the server and now waits, as was asked for. */
export class Queued extends TrackerError {
  constructor(
    readonly entry: Entry,
    cause: unknown,
  ) {
    super('network', 'the server cannot be reached', { cause });
  }
}

/** Whether it may be accepted later: the server could not be reached, asks to wait, or wants a new sign-in first. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof TrackerError)) return false;
  return isUnreached(error) || error.kind === 'sign_in_required' || [429, ...awayStatuses].includes(error.status);
}
