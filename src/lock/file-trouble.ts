import { TrackerError } from '../errors.js';

/** The code of what the file system threw, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/**
 * The error for a file that could not be read or written: one sentence with its path, and the remedy. `hint` is that for
 * everything but a full disk; without it, how to open the file, or for a write its folder, where that is closed.
 */
export function fileTrouble(what: string, path: string, cause: unknown, hint?: string): TrackerError {
  const code = codeOf(cause);
  const remedy = isFull(code) ? 'the disk is full: free some space and run the command again' : hint;
  return new TrackerError('failed', `cannot ${what} ${path}: ${code}`, {
    hint: remedy ?? (isClosed(code) ? howToOpen(what, path) : undefined),
    cause,
  });
}

function isFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function isClosed(code: string): boolean {
  return code === 'EACCES' || code === 'EPERM';
}

function howToOpen(what: string, path: string): string {
  const [mode, place] = what === 'read' ? ['u+r', path] : ['u+rwx', path.replace(/[/\\][^/\\]*$/, '')];
  return `chmod ${mode} ${place}, or sudo chown "$USER" ${place} where it belongs to somebody else`;
}
