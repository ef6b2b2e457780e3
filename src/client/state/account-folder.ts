import { readdirSync, renameSync, type Stats, statSync } from 'node:fs';
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

/** The same, with what earlier versions kept of it; `make` creates it, unless it was there and a sign-out has removed it since. */
export function openAccountFolder(cacheFolder: FindFolder, account: Account) {
  const path = accountFolder(cacheFolder, account);
  const find = (): Stats | undefined => attempt(() => statSync(path, { throwIfNoEntry: false }));
  let stats = find();
  if (!stats) {
    moveOld(dirname(path));
    stats = find();
  }
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

/** The name of a memory that belonged to a token from the environment: the beginning of its hash. */
const ofToken = /^[0-9a-f]{60}-[0-9a-f]{8}$/;

/** Earlier versions kept one index a server, with the name of its account in `owner`, and the memories beside it in `memory`. */
function moveOld(server: string): void {
  const move = (from: string, account: string): void =>
    void attempt(() => {
      makeFolder(join(server, account));
      renameSync(join(server, from), join(server, account, from.replace(/\/.*/, '')));
    });
  const owner = attempt(() => readOwn(join(server, 'owner')).toString('utf8'));
  const index = namesIn(server).filter((name) => /\.(?:tsv|json)$/.test(name));
  if (owner !== undefined && owner !== '-') for (const name of index) move(name, addressName(owner));
  for (const name of namesIn(join(server, 'memory'))) if (!ofToken.test(name)) move(`memory/${name}`, name);
  for (const name of [...index, 'memory', 'owner']) removeQuietly(join(server, name), true);
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}
