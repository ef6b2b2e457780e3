import type { Stats } from 'node:fs';
import { join } from 'node:path';

/** Where the answers of a server to an account are kept, in what the cache folder has of that account. */
export function memoryIn(accountFolder: string): string {
  return join(accountFolder, 'memory');
}

/** The cache folder of a memory. */
export function cacheOf(memory: string): string {
  return join(memory, '..', '..', '..');
}

/** The file with the texts of all details (texts.ts). */
export function textsFile(folder: string): string {
  return join(folder, 'texts-3');
}

/** The files that older versions wrote, with words in another form. */
export const oldTexts: readonly string[] = ['texts', 'texts-2'];

/** The file with what we have changed (own-changes.ts). */
export const changesName = 'changes';

/** The file with what had no room (no-room.ts). */
export const noRoomFile = 'no-room';

/** In the cache folder: how much all memories had when they were last measured, and a line for each write since (bytes). */
export const countFile = 'written';

/** No file of ours is longer (bytes). */
export const longestFile: number = 2 ** 31;

/** When a file was last used (milliseconds since 1970), on file systems that do not note reading, too. */
export function usedAt({ atimeMs, mtimeMs }: Pick<Stats, 'atimeMs' | 'mtimeMs'>): number {
  return Math.max(atimeMs, mtimeMs);
}
