import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { giveToOwner } from '../disk/folder.js';
import { removeQuietly } from '../disk/replace-file.js';
import { cacheOf, countFile } from './folder.js';

/** Of the file that counts (bytes). */
const unit = 1024;

/**
 * Adds to what has been written to a memory (bytes), and measures all of them if that may be more than `most`, or nobody knows. Gives
 * the addresses of what had no room.
 */
export async function count(memory: string, bytes: number, most: number): Promise<readonly URL[]> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  const path = join(cacheOf(memory), countFile);
  const file = attempt(() => openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600));
  if (file === undefined) {
    removeQuietly(path, true);
    return [];
  }
  try {
    const { size } = fstatSync(file);
    if (size === 0) attempt(() => giveToOwner(file, path));
    const added = Math.ceil(bytes / unit);
    const isMuch = size === 0 || (size + added) * unit > most;
    const trimmed = isMuch ? (await import('./room.js')).trim(cacheOf(memory), most) : undefined;
    if (trimmed) ftruncateSync(file);
    writeFileSync(file, Buffer.alloc(trimmed ? Math.ceil(trimmed.bytes / unit) : added, '.'));
    return trimmed?.removed ?? [];
  } finally {
    closeSync(file);
  }
}
