import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTrouble } from '../disk/file-trouble.js';
import { givePathToOwner } from '../disk/folder.js';

/** What to do if the folder for temporary files cannot be used. */
export const otherTemporaryFolder = 'set TMPDIR to another folder';

/**
 * Creates a folder with mode 0700 for temporary files, by default among those of the system; its name starts with `prefix`.
 * Throws `failed` if that is impossible.
 */
export function makeTemporaryFolder(prefix: string, within = tmpdir()): string {
  try {
    const folder = mkdtempSync(join(within, prefix));
    givePathToOwner(folder);
    return folder;
  } catch (cause) {
    throw fileTrouble('create a folder in', within, cause, otherTemporaryFolder);
  }
}
