import { TrackerError } from '../errors.js';
import { fileTrouble, UnwritableLock } from './file-trouble.js';
import type { LockedWork, Owner } from './lock.js';
import type { Processes } from './processes.js';

/** A lock between processes. Within one process, concurrent work shares it. */
export interface SharedLock {
  /**
   * Runs `work` while holding the lock. Work that starts while this process holds the lock joins in, and the lock is kept
   * until all of it is done. Throws like `withLock`; without a signal, the wait for the lock cannot be interrupted.
   */
  hold<T>(work: LockedWork<T>, signal?: AbortSignal): Promise<T>;
  /** Loads what `hold` needs, and changes nothing on disk. */
  prepare(): Promise<void>;
}

/** A live owner keeps the lock for at most one repeated request, so this is generous (milliseconds). */
const waitMs = 60_000;

interface SharedLockParts {
  readonly file: () => Promise<string>;
  readonly processes: Processes;
}

/** Opens a shared lock. `file` is called each time the lock is taken, and must create the folder. */
export function openSharedLock(parts: SharedLockParts): SharedLock {
  let current: { readonly isOurs: () => boolean; readonly joined: Set<Promise<unknown>> } | undefined;
  let owner: Owner | undefined;
  return {
    async prepare() {
      const { identify } = await import('./lock.js');
      owner ??= identify(parts.processes);
    },
    async hold(work, signal) {
      if (current?.isOurs()) {
        const { isOurs, joined } = current;
        const joining = Promise.resolve(work(isOurs));
        joined.add(joining);
        return await joining.finally(() => joined.delete(joining));
      }
      const { withLock } = await import('./lock.js');
      return await withLock(
        { file: await fileOf(parts), processes: parts.processes, owner, waitMs, signal },
        async (isOurs) => {
          const held = { isOurs, joined: new Set<Promise<unknown>>() };
          current = held;
          try {
            return await work(isOurs);
          } finally {
            while (held.joined.size > 0) await Promise.allSettled(held.joined);
            if (current === held) current = undefined;
          }
        },
      );
    },
  };
}

async function fileOf({ file }: SharedLockParts): Promise<string> {
  try {
    return await file();
  } catch (error) {
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
