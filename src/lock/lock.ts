import { futimesSync } from 'node:fs';
import { TrackerError } from '../errors.js';
import { createJudge, type Judge } from './judge.js';
import { create, giveBack, look, type Own, remove } from './lock-file.js';
import type { Processes } from './processes.js';
import { type ProcessSpace, processSpace } from './space.js';

export interface LockOptions {
  /** The lock file; its folder must exist. */
  readonly file: string;
  readonly processes: Processes;
  /** What `identify` gives; found out when left out. */
  readonly owner?: Owner | undefined;
  /** How long to wait for one live owner, in milliseconds; each that follows it has as long again. */
  readonly waitMs: number;
  /** Left out by work that must be done whatever happens; that asks more often, so that it comes first. */
  readonly signal?: AbortSignal | undefined;
}

/** Work under a lock; it may ask whether the lock still is its own. */
export type LockedWork<T> = (isOurs: () => boolean) => T | Promise<T>;

/** How long a queue of live owners is waited for in all (milliseconds). */
const longestWaitMs = 15 * 60_000;

/** How often an owner shows that it is at work (milliseconds). */
const touchMs = 1_000;

/** Tells the marks of one process apart. */
let taken = 0;

/** Who takes a lock: the same as long as the process lives, so that it can be found out before the lock is wanted. */
export interface Owner {
  readonly space: ProcessSpace;
  /** How its marks begin. */
  readonly mark: string;
}

export function identify(processes: Processes): Owner {
  const space = processSpace(processes.id);
  return { space, mark: `${processes.id} ${processes.startedAt(processes.id)} ${space.name}` };
}

/**
 * Runs `work` while holding the lock between processes. A lock whose owner has died is taken over, and so is that of an
 * owner that has been stopped: hence what it does last must ask whether the lock is still its own. Throws TrackerError
 * `failed` where one owner keeps it for `waitMs`, and the signal's reason when aborted (docs/requirements.md, D7, R18, R68).
 */
export async function withLock<T>(options: LockOptions, work: LockedWork<T>): Promise<T> {
  const own = await acquire(options);
  const touching = setInterval(() => touch(own), touchMs).unref();
  try {
    return await work(own.isThere);
  } finally {
    clearInterval(touching);
    release(own);
  }
}

/** What was done under the lock is done, even where the lock cannot be removed: whoever wants it next reports that. */
function release(own: Own): void {
  try {
    giveBack(own);
  } catch {
    // The owner is dead as soon as this process ends.
  }
}

async function acquire({ file, processes, owner, waitMs, signal }: LockOptions): Promise<Own> {
  const { space, mark: start } = owner ?? identify(processes);
  const mark = `${start} ${++taken}\n`;
  const judge = createJudge(processes, space);
  const started = performance.now();
  let holder: string | undefined;
  let since = started;
  for (let pause = 2; ; pause = Math.min(pause * 1.6, signal ? 40 : 15)) {
    const own = create(file, mark);
    if (own) return own;
    signal?.throwIfAborted();
    const now = performance.now();
    const seen = look(file)?.text;
    if (seen !== holder) [holder, since] = [seen, now];
    if (now - since > waitMs || now - started > longestWaitMs) throw isKept(file);
    if (!breakDeadLock(file, mark, judge)) await sleep(pause * (0.5 + Math.random()));
  }
}

/** The time itself does not matter, only that it changes: the clocks of two computers may differ. */
function touch({ handle }: Own): void {
  try {
    const now = new Date();
    futimesSync(handle, now, now);
  } catch {
    // Who waits for it takes it over in the end.
  }
}

/**
 * Removes a lock whose owner is dead; true when one was removed. Only who holds the second file may remove it, and only
 * while the lock is what was judged: of two processes that see the same dead owner neither removes the lock that a third
 * one has taken meanwhile.
 */
function breakDeadLock(file: string, mark: string, judge: Judge): boolean {
  const guard = `${file}.break`;
  // Both are watched from the start, so that two dead ones take no longer than one.
  const guarding = look(guard);
  const isGuardDead = guarding !== undefined && judge(guard, guarding);
  const seen = look(file);
  if (!seen || !judge(file, seen)) return false;
  if (isGuardDead && look(guard)?.key === guarding.key) remove(guard);
  const own = create(guard, mark);
  if (!own) return false;
  try {
    if (look(file)?.key !== seen.key || !own.isThere()) return false;
    remove(file);
    return true;
  } finally {
    giveBack(own);
  }
}

function isKept(file: string): TrackerError {
  return new TrackerError('failed', `another tracker process keeps ${file} locked`, {
    hint: 'wait for it to end and run the command again',
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
