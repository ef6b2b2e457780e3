import { TrackerError } from '../errors.js';
import type { SharedLock } from './shared-lock.js';

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
