import { chmodSync, lstatSync, renameSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { givePathToOwner, makeFolder } from './folder.js';
import { removeQuietly } from './replace-file.js';

/**
 * Moves a file to the folder of a draft's files, with mode 0600, and returns its new path. The target of a link stays, and is
 * copied. Throws the error of the file system, and then leaves the file.
 */
export async function moveInto(folder: string, from: string): Promise<string> {
  const to = join(folder, basename(from));
  makeFolder(folder);
  await moveFile(from, to);
  chmodSync(to, 0o600);
  givePathToOwner(to);
  return to;
}

async function moveFile(from: string, to: string): Promise<void> {
  // Between two file systems, for example, nothing can be renamed.
  if (!lstatSync(from).isSymbolicLink() && attempt(() => renameSync(from, to) ?? true)) return;
  const temporary = `${to}.new`;
  try {
    await copyFile(from, temporary);
    renameSync(temporary, to);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
  removeQuietly(from);
}
