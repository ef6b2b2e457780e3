import { chmodSync, statSync } from 'node:fs';
import { fileTrouble } from '../lock/file-trouble.js';
import { makeFolder } from '../lock/make-folder.js';

/** Makes the config folder and closes it to others (docs/requirements.md, R14). Throws TrackerError `failed` naming it. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (cause) {
    throw fileTrouble('write in', folder, cause, 'TRACKER_CONFIG_DIR can name another folder');
  }
}
