import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/errors.js';
import type { FindFolder } from '../../disk/folder.js';
import { removeQuietly } from '../../disk/replace-file.js';
import { allMemories } from '../../memory/room.js';
import { type Account, accountFolder, namesIn, placesFolder, placesOf } from './account-folder.js';

/** Removes what is kept of an account, or of all. */
export function removeAccount({ cache, state }: Readonly<Record<'cache' | 'state', FindFolder>>, of?: Account): void {
  const isOne = (name: string): boolean => /-[0-9a-f]{8}$/.test(name);
  const gone = of
    ? [accountFolder(cache, of)]
    : namesIn(cache())
        .filter(isOne)
        .map((name) => cache(name));
  for (const folder of gone) removeInUse(folder);
  const places = state(placesFolder);
  for (const name of namesIn(places)) if (name.startsWith(of ? placesOf(of) : '')) removeQuietly(join(places, name));
}

/** Removes what all servers have answered. */
export function removeAnswers(cacheFolder: string): void {
  for (const folder of allMemories(cacheFolder)) removeInUse(folder);
}

/**
 * Removes a folder. It has another name first, so that a process that is keeping something finds no folder, rather than putting it into
 * one that is being emptied.
 */
function removeInUse(folder: string): void {
  const gone = `${folder}.gone`;
  removeQuietly(gone, true);
  attempt(() => renameSync(folder, gone));
  for (const each of [gone, folder]) removeQuietly(each, true);
}
