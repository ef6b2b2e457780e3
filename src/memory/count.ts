import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { giveToOwner } from '../disk/folder.js';
import { removeQuietly } from '../disk/replace-file.js';
import { cacheOf, countFile, mostBytes } from './folder.js';

/** Of the file that counts (bytes). */
const unit = 1024;

/** Adds to what has been written to a memory (bytes), and measures all of them if that may be too much, or nobody knows. */
export async function count(memory: string, bytes: number): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  const path = join(cacheOf(memory), countFile);
  const file = attempt(() => openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600));
  if (file === undefined) {
    removeQuietly(path, true);
    return;
  }
  try {
    const { size } = fstatSync(file);
    if (size === 0) attempt(() => giveToOwner(file, path));
    const added = Math.ceil(bytes / unit);
    const isMuch = size === 0 || (size + added) * unit > mostBytes;
    const length = isMuch ? Math.ceil((await import('./room.js')).trim(cacheOf(memory)) / unit) : added;
    if (isMuch) ftruncateSync(file);
    writeFileSync(file, Buffer.alloc(length, '.'));
  } finally {
    closeSync(file);
  }
}
