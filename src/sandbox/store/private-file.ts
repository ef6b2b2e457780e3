import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { giveToOwner } from '../../disk/folder.js';

/**
 * Makes sure that `file` exists and only its owner can read it; folders created for it are private too. The database uses the
 * same mode for the files it creates next to it (docs/requirements.md, R72). Throws file system errors.
 */
export function claimFile(file: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
  const opened = openSync(file, 'a', 0o600);
  giveToOwner(opened, file);
  closeSync(opened);
  chmodSync(file, 0o600);
}
