import { TrackerError } from '../errors.js';
import { fileTrouble } from './file-trouble.js';
import type { LockedWork, Owner } from './lock.js';
import type { Processes } from './processes.js';
import { UnwritableLock } from './unwritable-lock.js';

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
