import type { Processes } from './lock.js';

/** A lock between processes that all work of one process shares while it holds it. */
export interface SharedLock {
  /**
   * Runs `work` while holding the lock. What starts while this process holds it joins in, and the lock is kept until that
   * is done too. Throws like `withLock`; without a signal the wait for the lock cannot be interrupted.
   */
  hold<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A live owner keeps the lock for one repeated request at most, so that this wait is generous (milliseconds). */
const waitMs = 60_000;

/** `file` is asked each time the lock is taken, and sees to it that the folder exists. Nothing is loaded before that. */
export function openSharedLock(parts: {
  readonly file: () => Promise<string>;
  readonly processes: Processes;
}): SharedLock {
  let holding = 0;
  const joined = new Set<Promise<unknown>>();
  return {
    async hold(work, signal) {
      if (holding > 0) {
        const joining = Promise.resolve(work());
        joined.add(joining);
        return await joining.finally(() => joined.delete(joining));
      }
      const { withLock } = await import('./lock.js');
      return await withLock({ file: await parts.file(), processes: parts.processes, waitMs, signal }, async () => {
        holding++;
        try {
          return await work();
        } finally {
          while (joined.size > 0) await Promise.allSettled(joined);
          holding--;
        }
      });
    },
  };
}
