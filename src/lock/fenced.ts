import { TrackerError } from '../errors.js';
import type { SharedLock } from './shared-lock.js';

/** How often a change is begun anew whose lock was taken over. */
const maxTries = 3;

/**
 * Runs `work` under the lock, whose last step before anything takes its place is `check`: it throws where another process
 * has taken the lock over meanwhile, and then all of `work` is done again under a lock of its own (docs/requirements.md, D7).
 * Throws what `work` throws and what `hold` does.
 */
export async function fenced<T>(lock: SharedLock, work: (check: () => void) => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isLost = false;
    try {
      return await lock.hold((isOurs) =>
        work(() => {
          isLost = !isOurs();
          if (isLost) throw new TrackerError('failed', 'another tracker process has taken its lock over');
        }),
      );
    } catch (error) {
      if (!isLost || tries === maxTries) throw error;
    }
  }
}
