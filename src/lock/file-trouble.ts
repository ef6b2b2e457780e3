import { TrackerError } from '../errors.js';

/** The code of what the file system threw, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** The error for a file that could not be read or written: one sentence with its path, and the remedy where there is one. */
export function fileTrouble(what: string, path: string, cause: unknown, hint?: string): TrackerError {
  const code = codeOf(cause);
  return new TrackerError('failed', `cannot ${what} ${path}: ${code}`, { hint: hintFor(code, path) ?? hint, cause });
}

function hintFor(code: string, path: string): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full: free some space and run the command again';
  if (code === 'EACCES' || code === 'EPERM') return `make it yours, or open it to yourself: chmod u+rw ${path}`;
  return undefined;
}
