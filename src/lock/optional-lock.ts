import { dirname } from 'node:path';
import { TrackerError } from '../errors.js';
import { type LockOptions, withLock } from './lock.js';
import { makeFolder } from './make-folder.js';

export interface OptionalLockOptions extends Omit<LockOptions, 'file'> {
  /** The path of the lock file; its folder is created. */
  readonly file: () => string;
  /** The error if another process keeps the lock for `waitMs`. */
  readonly onLocked: (cause: TrackerError) => TrackerError;
}

/**
 * Runs `work` while holding the lock, or without it if no lock file can be written (disk full, read-only, no permission).
 * Throws the result of `onLocked`, the signal's reason, and the errors of `work`.
 */
export async function withOptionalLock<T>(
  { file, onLocked, ...lock }: OptionalLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const path = prepare(file);
  if (path === undefined) return await work();
  let isBegun = false;
  const begin = async (): Promise<T> => {
    isBegun = true;
    return await work();
  };
  try {
    return await withLock({ ...lock, file: path }, begin);
  } catch (error) {
    if (isBegun || !(error instanceof TrackerError) || error.kind !== 'failed') throw error;
    // Errors of the file system have a cause.
    if (error.cause !== undefined) return await work();
    throw onLocked(error);
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
