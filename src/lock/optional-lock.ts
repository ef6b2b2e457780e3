import { dirname } from 'node:path';
import { TrackerError } from '../errors.js';
import { type LockOptions, withLock } from './lock.js';
import { makeFolder } from './make-folder.js';

export interface OptionalLockOptions extends Omit<LockOptions, 'file'> {
  /** Names the lock file; its folder is made. */
  readonly file: () => string;
  /** The error for a lock that another process keeps for `waitMs`. */
  readonly whenKept: (cause: TrackerError) => TrackerError;
}

/**
 * Runs `work` while holding the lock, or without one where the disk takes none: full, read-only or closed. Throws what
 * `whenKept` gives, the signal's reason, and what `work` throws.
 */
export async function withOptionalLock<T>(
  { file, whenKept, ...lock }: OptionalLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const path = prepare(file);
  if (path === undefined) return await work();
  let isBegun = false;
  let done: { readonly result: T } | undefined;
  const begin = async (): Promise<T> => {
    isBegun = true;
    done = { result: await work() };
    return done.result;
  };
  try {
    return await withLock({ ...lock, file: path }, begin);
  } catch (error) {
    // A lock that cannot be given back is void once this process has ended.
    if (done) return done.result;
    if (isBegun || !(error instanceof TrackerError) || error.kind !== 'failed') throw error;
    // What the disk refuses has the system's error as its cause.
    if (error.cause !== undefined) return await work();
    throw whenKept(error);
  }
}

function prepare(file: () => string): string | undefined {
  try {
    const path = file();
    makeFolder(dirname(path));
    return path;
  } catch {
    return undefined;
  }
}
