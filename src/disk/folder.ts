import { closeSync, constants, existsSync, fchownSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { attempt } from '../contract/errors.js';
import { codeOf, tryFile } from './file-trouble.js';

/**
 * Gives one of the program's folders, or what is below it, once nobody else could have put anything there. Throws Unsafe otherwise
 * (docs/requirements.md, R92).
 */
export type FindFolder = (...below: readonly string[]) => string;

/**
 * Creates a folder and its missing parents, by default readable only by their owner. Done level by level, because Node's
 * recursive option never returns on file systems with folders in which none can be created. Throws any error of the file
 * system.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing.length > 0 ? missing : [resolve(folder)]) {
    try {
      mkdirSync(each, { mode });
      givePathToOwner(each);
    } catch (error) {
      // The folder may exist, or another process may have just created it. A file in its place is an error.
      if (codeOf(error) !== 'EEXIST' || !statSync(each).isDirectory()) throw error;
    }
  }
}

/** Creates a folder as makeFolder does. Throws TrackerError `failed` with its path, and with this hint unless the disk is full. */
export function createFolder(
  folder: string,
  { mode, hint }: { readonly mode?: number; readonly hint?: string | undefined } = {},
): void {
  tryFile('create the folder', folder, () => makeFolder(folder, mode), hint);
}

/**
 * Gives an open file or folder that root has just created the owner of the folder it is in: with sudo, HOME may be another
 * user's, who could not change it otherwise.
 */
export function giveToOwner(file: number, path: string): void {
  if (fstatSync(file).uid !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid === 0) return;
  // Some file systems know no owners.
  attempt(() => fchownSync(file, uid, gid));
}

/** The same for one that is not open. A link that has taken its place is not followed. */
export function givePathToOwner(path: string): void {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  withOpen(openSync(path, flags), (file) => giveToOwner(file, path));
}

/** Does something with an open file, and closes it. */
export function withOpen<T>(file: number, work: (file: number) => T): T {
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
