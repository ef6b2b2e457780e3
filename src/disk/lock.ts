import { futimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt, TrackerError, Unsafe } from '../contract/errors.js';
import { fileTrouble, UnwritableLock } from './file-trouble.js';
import { makeFolder } from './folder.js';
import { create, giveBack, look, type OwnLock, remove, type SeenLock } from './lock-file.js';
import { hasEnded, type Processes, type ProcessSpace, processSpace } from './processes.js';

export interface LockOptions {
  /** The lock file; its folder must exist. */
  readonly file: string;
  readonly processes: Processes;
  /** What it is held for, for `isHeldFor`. */
  readonly purpose?: string | undefined;
  /**
   * How long to wait for one live owner (milliseconds); each further owner has the same time. What only time can tell from a live
   * owner is always waited for.
   */
  readonly waitMs: number;
  /** The error to throw if the lock is not free in time. */
  readonly onLocked?: (cause: TrackerError) => TrackerError;
  /** Left out for work that must not be interrupted; it polls more often, so it gets the lock first. */
  readonly signal?: AbortSignal | undefined;
}

/** Work under a lock; `isOurs` says whether this process still holds it. */
export type LockedWork<T> = (isOurs: () => boolean) => T | Promise<T>;

/** How long to wait for a queue of live owners in total (milliseconds). */
const longestWaitMs = 15 * 60_000;

/** How often an owner touches its lock file (milliseconds). */
const touchMs = 1_000;

/** Makes the marks of this process unique. */
let taken = 0;

/** A lock that is held until it is released. */
export type HeldLock = Awaited<ReturnType<typeof takeLock>>;

/**
 * Takes the lock between processes. The lock of an owner that died is taken over, and so is that of an owner that is stopped; what
 * is done under it must therefore check `isOurs` before its last step. Throws TrackerError `failed`, or the result of `onLocked`,
 * if one owner keeps the lock for `waitMs`; UnwritableLock; and the signal's reason when aborted (docs/requirements.md, D7, R18,
 * R68).
 */
async function takeLock(options: LockOptions) {
  const own = await acquire(options);
  const touching = setInterval(() => touch(own), touchMs).unref();
  return {
    isOurs: own.isThere,
    release(): void {
      clearInterval(touching);
      // The work succeeded even if the lock cannot be removed; once this process has ended, it counts as dead.
      attempt(() => giveBack(own));
    },
  };
}

/** Runs `work` while holding the lock. Throws like `takeLock`, and the errors of `work`. */
export async function withLock<T>(options: LockOptions, work: LockedWork<T>): Promise<T> {
  const { isOurs, release } = await takeLock(options);
  try {
    return await work(isOurs);
  } finally {
    release();
  }
}

export type SharedLock = ReturnType<typeof openSharedLock>;

/** A live owner keeps the lock for at most one repeated request, so this is generous (milliseconds). */
const waitMs = 60_000;

/** Gives the path of the lock file each time the lock is taken. */
interface LockPath {
  readonly file: () => string;
}

/** A lock between processes. Within one process, concurrent work shares it. `file` must create the folder. */
export function openSharedLock({ file, processes }: LockPath & Pick<LockOptions, 'processes'>) {
  let current: { readonly isOurs: () => boolean; readonly joined: Set<Promise<unknown>> } | undefined;
  return {
    /**
     * Runs `work` while holding the lock. Work that starts while this process holds the lock joins in, and the lock is kept
     * until all of it is done. Throws like `withLock`; without a signal, the wait for the lock cannot be interrupted.
     */
    async hold<T>(work: LockedWork<T>, signal?: AbortSignal): Promise<T> {
      if (current?.isOurs()) {
        const { isOurs, joined } = current;
        const joining = Promise.resolve(work(isOurs));
        joined.add(joining);
        return await joining.finally(() => joined.delete(joining));
      }
      return await withLock({ file: fileOf({ file }), processes, waitMs, signal }, async (isOurs) => {
        const held = { isOurs, joined: new Set<Promise<unknown>>() };
        current = held;
        try {
          return await work(isOurs);
        } finally {
          while (held.joined.size > 0) await Promise.allSettled(held.joined);
          if (current === held) current = undefined;
        }
      });
    },
  };
}

function fileOf({ file }: LockPath): string {
  try {
    return file();
  } catch (error) {
    if (error instanceof Unsafe) throw error;
    throw new UnwritableLock(error instanceof TrackerError ? error : fileTrouble('write', 'a lock', error));
  }
}

/** How many times a change is tried if its lock is taken over. */
const maxTries = 3;

/**
 * Runs `work` under the lock. `work` must call `check` right before it replaces anything: `check` throws if another process
 * has taken over the lock, and then `work` runs again from the start under a new lock (docs/requirements.md, D7).
 * Throws the errors of `work` and of `hold`.
 */
export async function fenced<T>(lock: SharedLock, work: (check: () => void) => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isLost = false;
    try {
      return await lock.hold((isOurs) =>
        work(() => {
          isLost = !isOurs();
          if (isLost) throw new TrackerError('failed', 'another tracker process took over the lock');
        }),
      );
    } catch (error) {
      if (!isLost || tries === maxTries) throw error;
    }
  }
}

/**
 * Runs `work` under a lock. If the lock file cannot be written, runs `instead`, which by default is the work without a lock:
 * other processes cannot store anything there either. Throws the other errors of the lock, and those of `work`.
 */
export async function lockedIfPossible<T>(
  locked: (inside: () => Promise<T>) => Promise<T>,
  work: () => Promise<T>,
  instead: () => Promise<T> = work,
): Promise<T> {
  let isInside = false;
  try {
    return await locked(() => {
      isInside = true;
      return work();
    });
  } catch (error) {
    // Work may need another lock.
    if (isInside || !(error instanceof UnwritableLock)) throw error;
    return await instead();
  }
}

/**
 * Takes the lock, whose folder is created, or nothing if no lock file can be written (disk full, read-only, no permission): other
 * processes cannot take it either. Throws the result of `onLocked`, and the signal's reason.
 */
export async function takeOptionalLock({ file, ...lock }: LockPath & Omit<LockOptions, 'file'>): Promise<HeldLock> {
  try {
    const path = (): string => {
      makeFolder(dirname(file()));
      return file();
    };
    return await takeLock({ ...lock, file: fileOf({ file: path }) });
  } catch (error) {
    if (!(error instanceof UnwritableLock)) throw error;
    return { isOurs: () => true, release: () => undefined };
  }
}

/** Whether a process whose end would be noticed at once holds a lock for this purpose. */
export function isHeldFor(purpose: string, file: string, { id }: Processes): boolean {
  const { name, isSeen } = processSpace(id);
  const mark = look(file)?.text ?? '';
  return isSeen && mark.includes(` ${name} `) && mark.endsWith(`:${purpose}\n`);
}

/**
 * How long it may take to know whether a lock is free (milliseconds): a process that was killed before it said whose a lock is, or
 * while it broke one, leaves what only time can tell from the work of another.
 */
function clearingMs(file: string): number {
  const isUnclear = look(file)?.text?.endsWith('\n') === false || look(guardOf(file)) !== undefined;
  return isUnclear ? stillMs.unwritten + 500 : 0;
}

const guardOf = (file: string): string => `${file}.break`;

async function acquire(options: LockOptions): Promise<OwnLock> {
  const { file, processes, purpose, waitMs, onLocked, signal } = options;
  const space = processSpace(processes.id);
  const owner = `${processes.id} ${processes.startedAt(processes.id)} ${space.name}`;
  const mark = `${owner} ${++taken}${purpose === undefined ? '' : `:${purpose}`}\n`;
  const judge = createJudge(processes, space);
  let holder: string | undefined;
  let [since, started] = [0, 0];
  for (let pause = 2; ; pause = Math.min(pause * 1.6, signal ? 40 : 15)) {
    const own = create(file, mark);
    if (own) return own;
    signal?.throwIfAborted();
    // Read only now, since most commands never wait, and loading the clock takes a while.
    const now = performance.now();
    if (started === 0) [since, started] = [now, now];
    const seen = look(file)?.text;
    if (seen !== holder) [holder, since] = [seen, now];
    const waited = now - since;
    if ((waited > waitMs && waited > clearingMs(file)) || now - started > longestWaitMs) {
      const hint = 'wait for that process to finish, then run the command again';
      const error = new TrackerError('failed', `${file} is locked by another tracker process`, { hint });
      throw onLocked?.(error) ?? error;
    }
    const sleepMs = pause * (0.5 + Math.random());
    if (!breakDeadLock(file, mark, judge)) await new Promise((resolve) => setTimeout(resolve, sleepMs));
  }
}

/** Only the change of the time matters, since the clocks of two computers may differ. */
function touch({ handle }: OwnLock): void {
  const now = new Date();
  // If it keeps failing, a waiting process takes over the lock.
  attempt(() => futimesSync(handle, now, now));
}

/**
 * Removes a lock whose owner is dead; true if it did. Only the holder of the guard file may remove the lock, and only if it
 * is still the one that was judged dead. Otherwise, of two processes that see the same dead owner, one could remove a lock
 * that a third has just taken.
 */
function breakDeadLock(file: string, mark: string, judge: Judge): boolean {
  const guard = guardOf(file);
  // Both files are watched from the start, so two dead ones take no longer than one.
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

/** How long a lock file may stay unchanged before its owner counts as dead (milliseconds). */
const stillMs = {
  /** One that its owner may still be writing. */
  unwritten: 2_000,
  /** One whose owner cannot be checked: in another container, on another computer, or unreadable. Owners touch it every second. */
  foreign: 4_000,
  /** One whose owner exists but is stopped, as after Ctrl-Z. */
  stopped: 10_000,
};

/** Decides whether the owner of a lock file is dead. It measures time with a monotonic clock. */
type Judge = (file: string, seen: SeenLock) => boolean;

function createJudge(processes: Processes, space: ProcessSpace): Judge {
  const watched = new Map<string, { readonly key: string; readonly since: number }>();
  const unchangedMs = (file: string, key: string): number => {
    const now = performance.now();
    const before = watched.get(file);
    if (before?.key === key) return now - before.since;
    watched.set(file, { key, since: now });
    return 0;
  };
  return (file, { key, text }) => {
    const still = unchangedMs(file, key);
    if (text?.endsWith('\n') === false) return still > stillMs.unwritten;
    const [, id, startedAt, there] = /^(\d+) (\S*)(?: (\S+) \S+)?\n$/.exec(text ?? '') ?? [];
    const isOwnSpace = space.isSeen && (there ?? space.name) === space.name;
    if (id === undefined || !isOwnSpace) return still > stillMs.foreign;
    return still > stillMs.stopped || hasEnded(processes, Number(id), startedAt ?? '');
  };
}
