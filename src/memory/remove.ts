import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { removeQuietly } from '../disk/replace-file.js';
import { memoryName } from './folder.js';

/** Where the answers of all servers are kept. */
export function memoryFolders(cacheFolder: string): readonly string[] {
  const names = attempt(() => readdirSync(cacheFolder)) ?? [];
  return names.map((name) => join(cacheFolder, name, memoryName));
}

/**
 * Removes a memory. It has another name first, so that a process that is keeping something finds no folder, rather than putting it into
 * one that is being emptied.
 */
export function removeMemory(folder: string): void {
  const gone = `${folder}.gone`;
  removeQuietly(gone, true);
  attempt(() => renameSync(folder, gone));
  for (const each of [gone, folder]) removeQuietly(each, true);
}
