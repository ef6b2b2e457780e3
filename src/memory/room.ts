import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { changesName, memoryIn, mostBytes, textsFile, usedAt } from './folder.js';

/** What is left of memories that had too much (bytes). */
const leftBytes = 150 * 1024 * 1024;

/** After how long what a killed process left is the first to go (milliseconds). */
const abandonedMs = 60 * 60 * 1000;

/** The memories of all accounts of all servers, which have one limit together. */
export function allMemories(cacheFolder: string): readonly string[] {
  const below = (folder: string): readonly string[] =>
    (attempt(() => readdirSync(folder)) ?? []).map((name) => join(folder, name));
  return below(cacheFolder)
    .flatMap(below)
    .map(memoryIn)
    .filter((folder) => existsSync(folder));
}

/** How much a folder has (bytes). */
export function measure(folder: string): number {
  return filesIn(folder).reduce((sum, { size }) => sum + size, 0);
}

function filesIn(folder: string): readonly { readonly path: string; readonly size: number; readonly used: number }[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || name === changesName) return [];
    const isAbandoned = name.endsWith('.tmp') && Date.now() - stats.mtimeMs > abandonedMs;
    // Texts have what was read again twice, and are made of the others by the next search.
    const used = isAbandoned || path === textsFile(folder) ? 0 : usedAt(stats);
    return [{ path, size: stats.size, used }];
  });
}

/** Removes what was least used if all memories have too much; gives what they have then (bytes). */
export function trim(cacheFolder: string): number {
  const files = allMemories(cacheFolder).flatMap((folder) => attempt(() => filesIn(folder)) ?? []);
  let size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= mostBytes) return size;
  for (const file of files.toSorted((one, other) => one.used - other.used)) {
    if (size <= leftBytes) break;
    attempt(() => rmSync(file.path, { force: true }));
    size -= file.size;
  }
  return size;
}
