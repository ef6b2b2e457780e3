import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { shortageOf, TrackerError } from '../contract/errors.js';
import { shellWord } from '../contract/text/shell-word.js';

/** The codes that mean that the disk is full, or the part of it that this user may have. */
export const fullCodes = /ENOSPC|EDQUOT/;

/** What these codes mean. */
export const fullDisk = 'the disk is full';

/** The code of a file system error, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/**
 * The error for a file operation that failed, such as `read` or `write`. If too many files are open or memory is short, it says only
 * that. `hint` is used unless the disk is full; the default, if permission was denied, is how to get access.
 */
export function fileTrouble(what: string, path: string, cause: unknown, hint?: string): TrackerError {
  const shortage = shortageOf(cause);
  if (shortage) return new TrackerError('failed', shortage, { cause });
  const code = codeOf(cause);
  const isClosed = code === 'EACCES' || code === 'EPERM';
  const remedy = hint ?? (isClosed ? howToOpen(what, path) : undefined);
  return new TrackerError('failed', `cannot ${what} ${path}: ${code}`, {
    hint: fullCodes.test(code) ? `${fullDisk}: free some space and run the command again` : remedy,
    cause,
  });
}

/** What `work` on a file gives. What it throws is explained by `fileTrouble`. */
export function tryFile<T>(what: string, path: string, work: () => T, hint?: string): T {
  try {
    return work();
  } catch (cause) {
    throw fileTrouble(what, path, cause, hint);
  }
}

function howToOpen(what: string, path: string): string {
  const isFile = what === 'read' && existsSync(path);
  // What cannot be seen is missing, or in a folder that is closed itself.
  const place = shellWord(isFile ? path : nearest(what === 'read the folder' ? path : dirname(path)));
  const mode = isFile ? 'u+r' : 'u+rwx';
  return `if ${place} is yours: chmod ${mode} ${place}`;
}

function nearest(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder));
}

/** The error where a lock file cannot be written: the disk is full, say, or the folder is read-only. */
export class UnwritableLock extends TrackerError {
  constructor({ kind, message, hint, cause }: TrackerError) {
    super(kind, message, { hint, cause });
  }
}
