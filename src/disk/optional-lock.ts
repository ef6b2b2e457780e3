import { dirname } from 'node:path';
import type { TrackerError } from '../errors.js';
import { fileTrouble, UnwritableLock } from './file-trouble.js';
import { makeFolder } from './folder.js';
import { type LockedWork, type LockOptions, lockedIfPossible, withLock } from './lock.js';
import { look } from './lock-file.js';
import { type Processes, processSpace } from './processes.js';

export interface OptionalLockOptions extends Omit<LockOptions, 'file'> {
  /** The path of the lock file; its folder is created. */
  readonly file: () => string;
  readonly onLocked: (cause: TrackerError) => TrackerError;
}

/**
 * Runs `work` while holding the lock, or without it if no lock file can be written (disk full, read-only, no permission).
 * Throws the result of `onLocked`, the signal's reason, and the errors of `work`.
 */
export async function withOptionalLock<T>({ file, ...lock }: OptionalLockOptions, work: LockedWork<T>): Promise<T> {
  let isOurs = (): boolean => true;
  return await lockedIfPossible(
    (inside) =>
      withLock({ ...lock, file: prepare(file) }, (isHeld) => {
        isOurs = isHeld;
        return inside();
      }),
    async () => await work(isOurs),
  );
}

function prepare(file: () => string): string {
  try {
    const path = file();
    makeFolder(dirname(path));
    return path;
  } catch (cause) {
    throw new UnwritableLock(fileTrouble('create', 'the folder of a lock', cause));
  }
}

/** Whether a process whose end would be noticed at once holds a lock for this purpose. */
export function isHeldFor(purpose: string, file: string, { id }: Processes): boolean {
  const { name, isSeen } = processSpace(id);
  const mark = look(file)?.text ?? '';
  return isSeen && mark.includes(` ${name} `) && mark.endsWith(`:${purpose}\n`);
}
