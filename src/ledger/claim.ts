import { existsSync } from 'node:fs';
import { TrackerError, undefinedIf } from '../contract/errors.js';
import { type HeldLock, isHeldFor, takeOptionalLock } from '../disk/lock.js';
import type { Processes } from '../disk/processes.js';
import { type Entry, endOf, eventAfterEnd, isBlank, unanswered } from './entry.js';
import type { Ledger } from './store.js';

/** How long another process may take to send an entry before this one gives up (milliseconds). */
const patienceMs = 4_500;

export interface ClaimParts {
  readonly ledger: Ledger;
  readonly processes: Processes;
  readonly signal?: AbortSignal | undefined;
  /** The number of the proposal that a person has accepted here, if any. */
  readonly accepted?: number | undefined;
  /** The claim that this program already has on an entry. */
  readonly held?: ((number: number) => Pick<HeldLock, 'isOurs'> | undefined) | undefined;
}

interface Claim {
  readonly number: number;
  /** `writing` by a person, for whom no other process waits. */
  readonly purpose?: 'writing';
  /** What to say has not happened if another process has it: `nothing was sent`. */
  readonly undone?: string;
  /** How long to wait for a process that has it (milliseconds). */
  readonly waitMs?: number;
}

/**
 * Takes an entry, so that no other process can send it or go on writing it. Claims of dead processes do not count. Throws
 * `conflict` (exit 6) if another process still has it, and at once if somebody is writing it (docs/requirements.md, R70).
 */
export async function claim(
  { ledger, processes, signal, held }: ClaimParts,
  { number, purpose, undone = 'nothing was sent', waitMs = patienceMs }: Claim,
): Promise<HeldLock> {
  const own = held?.(number);
  // Whoever took it releases it.
  if (own?.isOurs()) return { isOurs: own.isOurs, release: () => undefined };
  const file = (): string => ledger.lockFile(number);
  const isBeingWritten = isHeldFor('writing', file(), processes);
  const [where, hint] = isBeingWritten
    ? ['written in another window', 'finish it there, or leave it there as a draft first']
    : ['written or sent by another tracker process', 'wait for it to finish; if it fails, the draft is kept'];
  const onLocked = (cause: TrackerError): TrackerError =>
    new TrackerError('conflict', `draft ${number} is being ${where}; ${undone}`, { hint, cause });
  const patience = isBeingWritten ? 0 : waitMs;
  return await takeOptionalLock({ processes, signal, file, purpose, onLocked, waitMs: patience });
}

/** Like `claim`, but gives undefined if anybody has it, this program included. */
export async function claimIfFree(parts: ClaimParts, number: number): Promise<HeldLock | undefined> {
  if (parts.held?.(number)?.isOurs()) return undefined;
  return await undefinedIf(['conflict'], claim(parts, { number, waitMs: 0 }));
}

/** Whether nobody is writing or sending it now. */
export async function isFree(parts: ClaimParts, number: number): Promise<boolean> {
  const held = await claimIfFree(parts, number);
  held?.release();
  return held !== undefined;
}

/** Runs `work` with a claimed entry. Throws like `claim`, and the errors of `work`. */
export async function withClaim<T>(parts: ClaimParts, wanted: Claim, work: () => Promise<T>): Promise<T> {
  const { release } = await claim(parts, wanted);
  return await work().finally(release);
}

/** Whether a process holds an entry, unless that has ended without saying what became of it. */
export function isHeld({ state }: Pick<Entry, 'state'>): boolean {
  return state === 'writing' || state === 'sending';
}

/**
 * Brings an entry that is held up to date if the process that held it has ended, and gives it; undefined while a process has it, or
 * if it is gone.
 */
export async function settled(parts: ClaimParts, entry: Entry): Promise<Entry | undefined> {
  if (!isHeld(entry)) return entry;
  if (isAboutToBeClaimed(parts.ledger, entry)) return undefined;
  const held = await claimIfFree(parts, entry.number);
  const now = held && settleClaimed(parts.ledger, entry.number);
  held?.release();
  return now;
}

/** Whether it has just been begun; a process that is killed later leaves its claim. */
function isAboutToBeClaimed(ledger: Ledger, { number, at }: Entry): boolean {
  return Math.abs(ledger.now().getTime() - Date.parse(at)) < 2_000 && !existsSync(ledger.lockFile(number));
}

/** The same for an entry that this process has claimed. If nothing can be written, gives it as it would have become. */
export function settleClaimed(ledger: Ledger, number: number): Entry | undefined {
  const now = ledger.find(number);
  // What is still open in an editor may be saved yet.
  const isNothing = now?.state === 'writing' && isBlank(now) && !existsSync(ledger.filesFolder(number));
  const event = isNothing ? 'delete' : now && eventAfterEnd(now);
  return event && now ? ledger.stepIfPossible(now, event, event === 'accept' ? endOf(now) : leftOf(now)) : now;
}

/** What changes of an entry that may have been done: what is known to have arrived is not in doubt. */
function leftOf(entry: Entry): Partial<Entry> {
  const { words, targets } = unanswered(entry);
  return entry.isRunning ? { words, targets, isRunning: undefined } : {};
}
