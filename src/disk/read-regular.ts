import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/**
 * The bytes of a regular file. What is in its place, such as a pipe, is neither waited for nor read. `examine` sees what was
 * opened, before it is read. Throws what `examine` throws, and the error of the file system.
 */
export function readRegular(path: string, examine?: (stats: Stats, file: number) => void): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stats = fstatSync(file);
    examine?.(stats, file);
    if (!stats.isFile())
      throw Object.assign(new Error(), { code: stats.isDirectory() ? 'EISDIR' : 'not a regular file' });
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
