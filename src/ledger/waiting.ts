import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { removeQuietly } from '../disk/replace-file.js';

/** A file that says that something queued may wait in the ledger, so that other commands need not read it. */
const markIn = (stateFolder: () => string): string => join(stateFolder(), 'ledger', 'waiting');

/** Whether something may wait that was queued. Never throws. */
export function mayWait(stateFolder: () => string): boolean {
  return attempt(() => existsSync(markIn(stateFolder))) ?? false;
}

/** Says so, or no longer. Where that cannot be written, what waits is sent on request. */
export function markWaiting(stateFolder: () => string, isWaiting: boolean): void {
  const mark = markIn(stateFolder);
  if (isWaiting) attempt(() => writeFileSync(mark, '', { mode: 0o600 }));
  else removeQuietly(mark);
}
