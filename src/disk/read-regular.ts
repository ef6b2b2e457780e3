import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { codeOf } from './file-trouble.js';

/** The code of the error if there is something else in place of a regular file; that of a folder is EISDIR. */
export const notRegular = 'not a regular file';

/**
 * The bytes of a regular file. What is in its place, such as a pipe, is neither waited for nor read. `examine` sees the file
 * that was opened, before it is read. Throws what `examine` throws, and the error of the file system.
 */
export function readRegular(path: string, examine?: (stats: Stats, file: number) => void): Buffer {
  const file = openRegular(path, examine);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Opens a regular file for reading, as readRegular does. */
export function openRegular(path: string, examine?: (stats: Stats, file: number) => void): number {
  const file = openWithoutWaiting(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw Object.assign(new Error(), { code: stats.isDirectory() ? 'EISDIR' : notRegular });
    examine?.(stats, file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Opens a file for reading. Neither waits for the writer of a pipe, nor makes a terminal that of this process. */
export function openWithoutWaiting(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    // A socket cannot be opened.
    throw codeOf(error) === 'ENXIO' ? Object.assign(new Error(), { code: notRegular }) : error;
  }
}
