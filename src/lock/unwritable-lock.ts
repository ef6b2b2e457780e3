import { TrackerError } from '../errors.js';

/** The error where a lock file cannot be written: the disk is full, say, or the folder is read-only. */
export class UnwritableLock extends TrackerError {
  constructor({ kind, message, hint, cause }: TrackerError) {
    super(kind, message, { hint, cause });
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
