import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { usageError } from '../../errors.js';

/** Larger than any token file (bytes). */
const longest = 64 * 1024;

/** How often to check a pipe for data (milliseconds). */
const pollMs = 20;

/**
 * The text of a token file, which may be a pipe that has not been written to yet. An abort ends the wait. Throws a usage
 * error beyond 64 kB, and any error of the file system.
 */
export async function readTokenText(path: string, signal: AbortSignal): Promise<string> {
  const file = openWithoutWaiting(path);
  try {
    const awaitsWriter = fstatSync(file).isFIFO() && hasName(path);
    const bytes = Buffer.alloc(longest + 1);
    for (let size = 0; ; ) {
      signal.throwIfAborted();
      const read = readNow(file, bytes, size);
      if (read === undefined || (read === 0 && size === 0 && awaitsWriter)) {
        await setTimeout(pollMs);
        continue;
      }
      size += read;
      if (size > longest) throw usageError(`TRACKER_TOKEN_FILE: ${path} is larger than 64 kB`);
      if (read === 0) return bytes.toString('utf8', 0, size);
    }
  } finally {
    closeSync(file);
  }
}

/** The text of a regular file, up to 64 kB; undefined if it is anything else. Throws any error of the file system. */
export function readRegularFile(path: string): string | undefined {
  const file = openWithoutWaiting(path);
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(longest);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function openWithoutWaiting(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
}

/** A named pipe may get a writer later; an unnamed one, as from `<(command)`, has already had it. */
function hasName(path: string): boolean {
  try {
    return realpathSync.native(path) !== '';
  } catch {
    return false;
  }
}

/** The number of bytes read, 0 at the end; undefined if there is no data yet. */
function readNow(file: number, bytes: Buffer, at: number): number | undefined {
  try {
    return readSync(file, bytes, at, bytes.length - at, null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
