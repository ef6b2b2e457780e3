import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileTrouble } from '../disk/file-trouble.js';
import { makeFolder } from '../disk/folder.js';

/**
 * Creates the config folder and makes it private (docs/requirements.md, R14), unless it holds files of others, who would lose
 * them. Throws TrackerError `failed` if that fails.
 */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    const { mode, uid } = statSync(folder);
    if ((mode & 0o077) !== 0 && holdsOnlyOf(uid, folder)) chmodSync(folder, 0o700);
  } catch (cause) {
    throw fileTrouble('write to', folder, cause, 'set TRACKER_CONFIG_DIR to use another folder');
  }
}

/** Another process may delete a file in between. */
const whereThere = { throwIfNoEntry: false } as const;

function holdsOnlyOf(uid: number, folder: string): boolean {
  return readdirSync(folder).every((name) => (lstatSync(join(folder, name), whereThere)?.uid ?? uid) === uid);
}
