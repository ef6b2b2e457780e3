import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file is on the disk. Throws any error of the file system. */
export function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
