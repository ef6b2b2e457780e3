import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import type { FindFolder } from '../disk/folder.js';
import { removeQuietly } from '../disk/replace-file.js';

/** A file that says that something may wait in the ledger, so that commands need not read it. */
const markIn = (stateFolder: FindFolder): string => join(stateFolder('ledger'), 'waiting');

/** Whether something may be waiting. Throws only Unsafe. */
export function mayWait(stateFolder: FindFolder): boolean {
  return attempt(() => existsSync(markIn(stateFolder))) ?? false;
}

/** Makes or removes that mark. If it cannot be written, what waits is sent only on request. */
export function markWaiting(stateFolder: FindFolder, isWaiting: boolean): void {
  const mark = markIn(stateFolder);
  if (isWaiting) attempt(() => writeFileSync(mark, '', { mode: 0o600 }));
  else removeQuietly(mark);
}
