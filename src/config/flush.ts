import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until the disk has a file. Throws what the file system throws. */
export function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
