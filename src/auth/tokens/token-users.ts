import { dirname, join } from 'node:path';
import type { Env } from '../../config/folders.js';
import { attempt } from '../../contract/errors.js';
import { addressName } from '../../disk/address-name.js';
import { type FindFolder, makeFolder } from '../../disk/folder.js';
import { readOwn } from '../../disk/read-regular.js';
import { replaceFile } from '../../disk/replace-file.js';
import type { InstanceEntry } from '../instances.js';

type NamedInstance = Pick<InstanceEntry, 'name' | 'url'>;

/**
 * Whether a token from the environment is for an instance; `home` is that of TRACKER_URL, or else the default one. Two accounts may
 * share an address: without TRACKER_URL, the token belongs to the instance, not to the server.
 */
export function isForToken(entry: NamedInstance, home: NamedInstance, env: Env): boolean {
  return env.TRACKER_URL ? entry.url === home.url : entry.name === home.name;
}

/** What is hashed to stand for a token from the environment in a file, without giving it away. */
export function fingerprinted(token: string, url: string): string {
  return `${url}\n${token}`;
}

/** How many tokens of a server are remembered: a job may have a new one each time. */
const most = 200;

/** Whose the tokens of a server are, as far as it has been asked: a line each, newest first (docs/requirements.md, R95). */
function usersFile(cacheFolder: FindFolder, url: string): string {
  return join(cacheFolder(addressName(url)), 'token-users');
}

function linesOf(path: string): readonly string[] {
  return attempt(() => readOwn(path).toString('utf8').split('\n')) ?? [];
}

/** The id of the user of a token, by its hash; undefined if the server has never been asked. */
export function userOfToken(cacheFolder: FindFolder, url: string, fingerprint: string): string | undefined {
  const line = linesOf(usersFile(cacheFolder, url)).find((each) => each.startsWith(`${fingerprint}\t`));
  return line?.slice(fingerprint.length + 1) || undefined;
}

/** Remembers it. If that fails, the server is asked again next time. */
export function keepTokenUser(
  cacheFolder: FindFolder,
  url: string,
  [fingerprint, id]: readonly [string, string],
): void {
  const path = usersFile(cacheFolder, url);
  const others = linesOf(path).filter((line) => line !== '' && !line.startsWith(`${fingerprint}\t`));
  const lines = [`${fingerprint}\t${id}`, ...others].slice(0, most);
  attempt(() => {
    makeFolder(dirname(path));
    replaceFile(path, `${lines.join('\n')}\n`);
  });
}
