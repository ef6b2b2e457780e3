import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { readOwn } from '../disk/read-regular.js';
import { removeQuietly, replaceFile } from '../disk/replace-file.js';
import { cacheOf, countFile } from './folder.js';

/** From this length on, the lines of the file become one (characters). */
const long = 4096;

/**
 * Adds to what has been written to a memory (bytes), and measures all of them if that may be more than `most`, or nobody knows. Gives
 * the addresses of what had no room.
 */
export async function count(memory: string, bytes: number, most: number): Promise<readonly URL[]> {
  const path = join(cacheOf(memory), countFile);
  const text = attempt(() => readOwn(path).toString('latin1')) ?? '';
  const sum = text.split('\n').reduce((all, line) => all + Number(line), bytes);
  const isKnown = text !== '' && sum <= most;
  const trimmed = isKnown ? undefined : (await import('./room.js')).trim(cacheOf(memory), most);
  try {
    if (isKnown && text.length < long) appendFileSync(path, `${bytes}\n`);
    else replaceFile(path, `${trimmed?.bytes ?? sum}\n`);
  } catch {
    removeQuietly(path, true);
  }
  return trimmed?.removed ?? [];
}
