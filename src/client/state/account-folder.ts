import { readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../contract/errors.js';
import { addressName } from '../../disk/address-name.js';
import { type FindFolder, makeFolder } from '../../disk/folder.js';
import { readOwn } from '../../disk/read-regular.js';
import { removeQuietly } from '../../disk/replace-file.js';

/** An account of a server: the id of its user, which is empty if the server has sent none. */
export interface Account {
  readonly url: string;
  readonly userId: string;
}

/** What is kept of an account in the cache folder: its reference index, and `memory` (docs/requirements.md, R95). */
export function accountFolder(cacheFolder: FindFolder, { url, userId }: Account): string {
  return cacheFolder(addressName(url), addressName(userId));
}

/** The same, as it is now; `make` creates it, unless it was there and a sign-out has removed it since. */
export function openAccountFolder(cacheFolder: FindFolder, account: Account) {
  const path = accountFolder(cacheFolder, account);
  const stats = attempt(() => statSync(path, { throwIfNoEntry: false }));
  if (!stats) takeOld(dirname(path), path, account);
  return { path, stats, make: () => (stats ? undefined : makeFolder(path)) };
}

/** The folder of its answers. */
export function memoryFolder(cacheFolder: FindFolder, { url, userId }: Account): string {
  return cacheFolder(addressName(url), addressName(userId), 'memory');
}

/** The folder of what terminals were last used for, in the state folder. */
export const placesFolder = 'places';

/** How the names of such files begin for an account; the name of a terminal follows. */
export function placesOf({ url, userId }: Account): string {
  return `${addressName(`${url}#${userId}`)}-`;
}

/**
 * Takes over what earlier versions kept of a server, if its `owner` is this account: the index. The rest is removed, with the answers in
 * `memory`, which do not say when they were read.
 */
function takeOld(server: string, own: string, { userId }: Account): void {
  const names = namesIn(server).filter((name) => /\.(?:tsv|json)$|^(?:memory|owner)$/.test(name));
  const isOurs = names.includes('owner') && String(attempt(() => readOwn(join(server, 'owner')))) === userId;
  if (isOurs) attempt(() => makeFolder(own));
  for (const name of names) {
    if (isOurs && name.endsWith('.tsv')) attempt(() => renameSync(join(server, name), join(own, name)));
    removeQuietly(join(server, name), true);
  }
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}
