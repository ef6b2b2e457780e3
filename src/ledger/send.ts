import { setTimeout as pause } from 'node:timers/promises';
import type { Recorder } from '../client/recorder.js';
import type { QueueChoice } from '../contract/access.js';
import { attempt, awayStatuses, isInDoubt, type Sentence, TrackerError } from '../contract/errors.js';
import type { Row } from '../contract/row.js';
import { removeQuietly } from '../disk/replace-file.js';
import { type ClaimParts, settleClaimed, settled, withClaim } from './claim.js';
import {
  type Account,
  type Entry,
  type EntryEvent,
  endOf,
  failureIn,
  isFinished,
  isSameAccount,
  isSameEntry,
  isSameSubject,
  nameOf,
  placeOf,
  type Subject,
  stateWords,
  subjectsOf,
  unanswered,
} from './entry.js';
import type { Ledger } from './store.js';

interface SendOptions {
  /** Undefined if it could not be written anywhere; it is sent all the same. */
  readonly entry: Entry | undefined;
  /** Whether a person has said that it may be sent although it may have arrived. */
  readonly isAsked?: boolean;
  /** What stays to be sent of it once the server has accepted this. */
  readonly rest?: Partial<Entry> | undefined;
  /** Whether its caller keeps it to wait if the server cannot be reached, or for a person to decide on it. */
  readonly queue?: QueueChoice;
}

/** What can be done to an entry while it is being sent. */
interface SendSteps {
  /** Has what is sent from now on noted in it, so that an interruption before that is known to have sent nothing. */
  readonly record: (recorder: Pick<Recorder, 'use' | 'begun'>) => Promise<void>;
  /** Changes it, if possible; if not, sending goes on all the same. */
  readonly change: (change: Partial<Entry>) => void;
  /** The server has it: what fails from then on does not bring it back. */
  readonly accept: () => void;
}

export type Outcome<T> = {
  readonly entry: Entry | undefined;
  /** Whether the server has accepted it. */
  readonly isTaken: boolean;
} & (
  | { readonly is: 'sent'; readonly result: T }
  /** With a result if it is that which says why. */
  | { readonly is: 'failed'; readonly result: T | undefined; readonly error: unknown }
);

/** What is about to be written, and by whom. */
export interface Later extends Account {
  readonly subjects: readonly Subject[];
  readonly entry?: Entry | undefined;
}

/** An entry as what is about to be written. */
export function asLater(entry: Entry): Later {
  return { url: entry.url, owner: entry.owner, userId: entry.userId, subjects: subjectsOf(entry), entry };
}

/**
 * The one among these entries behind which something stays (docs/requirements.md, R93): the earliest one of the same account about
 * the same thing that waits, is being sent or may have arrived. Texts that nobody has sent hold nothing.
 */
export function holderIn(entries: readonly Entry[], { subjects, entry, ...account }: Later): Entry | undefined {
  const isBefore = (each: Entry): boolean => {
    if (!entry || each.number === entry.number) return !entry;
    // What is sent now, but did not wait, comes after all that does.
    const isLast = entry.state !== 'waiting' && (entry.state !== 'sending' || each.state !== 'sending');
    return isLast || placeOf(each) < placeOf(entry);
  };
  return entries
    .filter((each) => isSameAccount(each, account) && isBefore(each))
    .filter(({ state, flags }) => state === 'sending' || (flags && (state === 'waiting' || state === 'doubtful')))
    .filter((each) => subjectsOf(unanswered(each)).some((one) => subjects.some((other) => isSameSubject(one, other))))
    .reduce<Entry | undefined>((first, each) => (first && placeOf(first) < placeOf(each) ? first : each), undefined);
}

/**
 * The same in the ledger as it is now, after waiting a while for what another process is sending. Meanwhile, what is about to be
 * written may get an entry of its own, which `later` then gives, too.
 */
export async function heldBy(
  parts: ClaimParts,
  later: () => Later,
  isOurs?: (number: number) => boolean,
): Promise<Entry | undefined> {
  let [waitedFor, tries] = [0, 0];
  for (;;) {
    const now = later();
    const holder = holderIn(attempt(() => parts.ledger.outlines(isOurs)) ?? [], now);
    if (holder?.state !== 'sending') return holder;
    const known = await settled(parts, holder);
    if (known && known.state !== 'sending') continue;
    [waitedFor, tries] = [holder.number, holder.number === waitedFor ? tries + 1 : 0];
    if (tries * pauseMs >= patienceMs || parts.signal?.aborted) return holder;
    await pause(pauseMs, undefined, { signal: parts.signal }).catch(() => undefined);
  }
}

/** How long something that another process is sending is waited for, and how often that is looked at (milliseconds). */
const [patienceMs, pauseMs] = [10_000, 100];

/**
 * Thrown for what stays behind another entry: with `--queue`, it waits as if the server could not be reached; an agent's is proposed,
 * and is sent in its turn once a person has accepted it.
 */
export class HeldBack extends TrackerError {
  constructor(
    readonly holder: Entry,
    { queue = false, hint }: { readonly queue?: QueueChoice; readonly hint?: string } = {},
  ) {
    const reason = queue === 'propose' ? 'to_propose' : undefined;
    super(queue ? 'network' : 'conflict', `${holdingWords(holder)}; nothing was sent`, { hint, reason });
  }
}

/** Such as `draft 5 (tickets reply CASA-8) comes first, and waits to be sent`. */
export function holdingWords(holder: Entry): string {
  return `${nameOf(holder)} comes first, and ${stateWords(holder)}`;
}

/** Keeps what was queued behind a refused entry from being sent as if that had arrived, whoever has claimed it. */
function stopFollowers({ ledger }: ClaimParts, refused: Entry): void {
  const first: Entry = { ...refused, state: 'sending' };
  const isBehind = (each: Entry): boolean => each.state === 'waiting' && holderIn([first], asLater(each)) === first;
  for (const { number } of attempt(() => ledger.outlines().filter(isBehind)) ?? [])
    attempt(() => ledger.add(number, { after: refused.number }));
}

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
 * Sends a claimed entry. Its state on disk says so before `work` sends anything; afterwards, the state follows from the error that
 * it throws or gives, if there is one. Throws `conflict` if it may have arrived already and nobody was asked. A full disk stops
 * only what waits.
 */
export async function sendClaimed<T>(
  parts: ClaimParts,
  { entry: given, isAsked = false, rest, queue = false }: SendOptions,
  work: (sending: SendSteps) => Promise<T>,
): Promise<Outcome<T>> {
  const { ledger } = parts;
  const before = given?.state;
  if (given && before === 'doubtful' && !isAsked) throw mayHaveArrivedAlready(given);
  if (given && before === 'proposed' && parts.accepted !== given.number)
    throw (await import('./proposals.js')).needsPerson(given);
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
    // What is sent after others were begun has a later place than they.
    const isLate = given && attempt(() => !ledger.isNewest(given.number));
    step('accept', {
      ...(isLate && { turn: attempt(() => ledger.moment()) ?? given.turn }),
      ...(entry && endOf(entry)),
    });
    const now = entry && ledger.find(entry.number);
    // Where the text could not be taken out of its file, nobody must be offered it again; what has a key may have arrived.
    if (now && !isFinished(now) && !now.once) ledger.forget(now.number);
  };
  const change: SendSteps['change'] = (next) => {
    if (!entry || isTaken) return;
    entry = { ...entry, ...next };
    const now = ledger.find(entry.number);
    if (now) ledger.replaceIfPossible({ ...now, ...next });
  };
  let hasBegun = (): boolean => true;
  const record: SendSteps['record'] = async (recorder) => {
    const before = recorder.begun();
    hasBegun = () => recorder.begun() > before;
    if (entry) await recorder.use(entry.number);
  };
  // The next program would send again what waits, or has a key, if this could not be noted.
  if (given && (before === 'waiting' || given.once)) entry = mark(ledger, given.number);
  else step('send');
  let result: T | undefined;
  try {
    const done = await work({ record, change, accept });
    if (failureIn(done) !== undefined) {
      result = done;
      throw failureIn(done);
    }
    accept();
    return { is: 'sent', result: done, entry, isTaken };
  } catch (error) {
    const failed = eventAfter(hasBegun() ? parts : {}, error, before);
    const notBefore = notBeforeOf(error instanceof TrackerError ? error.askedMs : undefined, ledger.now());
    const isToWait = failed === 'refuse' && waits(queue, error);
    const isForPerson = isToWait && queue === 'propose';
    const event = isForPerson ? 'propose' : isToWait ? 'postpone' : failed;
    const isTakenBack = error instanceof TrackerError && error.reason === 'taken_back';
    const isRefused = event === 'refuse' && !(error instanceof HeldBack) && !isTakenBack;
    // Before it says so itself, so that no other process takes its place meanwhile.
    if (entry && !isTaken && isRefused) stopFollowers(parts, entry);
    if (!isTaken)
      step(event, {
        ...(event === 'postpone' ? { notBefore } : { notBefore: undefined, why: whyUnsent(error) ?? given?.why }),
        // It keeps its place, but nobody sends it before its caller has said what its author had seen.
        ...(isToWait && !isForPerson && { seen: {}, notBefore: ledger.now().getTime() + 2_000 }),
        isRunning: undefined,
      });
    return { is: 'failed', result, error, entry, isTaken };
  } finally {
    if (isTaken && entry && !rest) removeQuietly(ledger.filesFolder(entry.number), true);
  }
}

/** Why something was not sent, without the words of the server, which may have a token in them; undefined if nobody has tried. */
export function whyUnsent(error: unknown): Sentence | undefined {
  if (!(error instanceof TrackerError) || ['usage', 'interrupted'].includes(error.kind)) return undefined;
  if (isProposed(error)) return undefined;
  return error.status ? `the server returned ${error.status}` : error.message;
}

/** Until when the server has asked to wait so long (milliseconds), if it has: a day at most. */
export function notBeforeOf(askedMs: number | undefined, now: Date): number | undefined {
  return askedMs === undefined ? undefined : now.getTime() + Math.min(askedMs, 24 * 60 * 60_000);
}

/** Thrown for an entry that stays as it was, because no file could say that it is being sent. */
export class Unmarked extends TrackerError {
  constructor(cause: TrackerError) {
    super('failed', cause.message, { hint: cause.hint, cause });
  }
}

function mark(ledger: Ledger, number: number): Entry {
  try {
    return ledger.step(number, 'send');
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

/** What failing means for an entry that had this state before. A signal only counts if it may have come after a request had left. */
function eventAfter(sent: Pick<ClaimParts, 'signal'>, error: unknown, before: Entry['state'] | undefined): EntryEvent {
  if (mayHaveArrived(sent, error)) return 'lose';
  // A refusal says nothing about an earlier try.
  if (before === 'doubtful') return 'lose';
  return before === 'waiting' && isPassing(error) ? 'postpone' : 'refuse';
}

/** Leaves to a person what waits and was refused before anything was sent, with what was queued behind it. */
export function leaveRefused(parts: ClaimParts, number: number, error: TrackerError): void {
  const now = parts.ledger.find(number);
  if (now?.state !== 'waiting') return;
  stopFollowers(parts, now);
  parts.ledger.stepIfPossible(now, 'leave', { why: whyUnsent(error) });
}

/** Whether the server could not be reached, or something else answers in its place, so that nothing was applied. */
export function isUnreached(error: unknown): boolean {
  return error instanceof TrackerError && (error.kind === 'network' || error.reason === 'not_service');
}

/** Whether what has failed is kept for later: as was asked for where the server cannot be reached, or for a person to decide. */
export function waits(queue: QueueChoice, error: unknown): boolean {
  return queue === 'propose' ? isProposed(error) : queue && isUnreached(error);
}

/** Whether something is only proposed, as this error says. */
export function isProposed(error: unknown): boolean {
  if (!(error instanceof TrackerError)) return false;
  return error.reason === 'to_propose' || isProposed(error.cause);
}

/** Thrown for an entry that could not reach the server and is to wait, as was asked for. */
export class Queued extends TrackerError {
  constructor(
    readonly entry: Entry,
    cause: unknown,
  ) {
    super('network', cause instanceof Error ? cause.message : 'the server cannot be reached', { cause });
  }
}

/** Thrown where somebody has changed what is to be replaced, and a person is asked whose value counts; until then, it waits as before. */
export class Contested extends TrackerError {
  constructor(
    /** What was changed: `Zoë changed the priority to urgent`. */
    readonly words: Sentence,
    readonly detail: Row,
  ) {
    super('conflict', words);
  }
}

/**
 * Whether it may be accepted later: the server could not be reached, asks to wait, is away, or wants a new sign-in first; or nothing
 * had left when a signal came. What is away does not say that nothing was done, so that only what does the same twice is sent again.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof TrackerError)) return false;
  if (error instanceof Contested || isUnreached(error)) return true;
  if (['sign_in_required', 'interrupted'].includes(error.kind)) return true;
  return error.status === 429 || (error.isRepeatable === true && awayStatuses.includes(error.status));
}
