import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import type { FindFolder } from '../disk/folder.js';
import { removeQuietly } from '../disk/replace-file.js';

/** Files beside the entries, so that commands need not read all of them. */
type Mark =
  /** Something may wait to be sent. */
  | 'waiting'
  /** Nothing is unsent; where this is missing, something may be. */
  | 'settled'
  /** Some ticket may be put off. */
  | 'snoozed';

const pathOf = (stateFolder: FindFolder, name: Mark): string => join(stateFolder('ledger'), name);

const isMarked = (stateFolder: FindFolder, name: Mark): boolean =>
  attempt(() => existsSync(pathOf(stateFolder, name))) ?? false;

function mark(stateFolder: FindFolder, name: Mark, isSo: boolean): void {
  if (!isSo) attempt(() => removeQuietly(pathOf(stateFolder, name)));
  else if (!isMarked(stateFolder, name)) attempt(() => writeFileSync(pathOf(stateFolder, name), '', { mode: 0o600 }));
}

/** Whether something may be waiting. Throws only Unsafe. */
export function mayWait(stateFolder: FindFolder): boolean {
  return isMarked(stateFolder, 'waiting');
}

/** Makes or removes that mark. If it cannot be written, what waits is sent only on request. */
export function markWaiting(stateFolder: FindFolder, isWaiting: boolean): void {
  mark(stateFolder, 'waiting', isWaiting);
}

/** Whether something may be unsent. Throws only Unsafe. */
export function mayBeUnsent(stateFolder: FindFolder): boolean {
  return !isMarked(stateFolder, 'settled') && (attempt(() => existsSync(stateFolder('ledger'))) ?? true);
}

/** Says that something is unsent; or before all entries are looked at, that nothing is, which one that is added takes back. */
export function markUnsent(stateFolder: FindFolder, isUnsent: boolean): void {
  mark(stateFolder, 'settled', !isUnsent);
}

/** Whether some ticket may be put off. Throws only Unsafe. */
export function mayBeSnoozed(stateFolder: FindFolder): boolean {
  return isMarked(stateFolder, 'snoozed');
}

/** Makes or removes that mark. If it cannot be written, nothing is put off. */
export function markSnoozed(stateFolder: FindFolder, isSnoozed: boolean): void {
  mark(stateFolder, 'snoozed', isSnoozed);
}

/** Says that nothing waits, or is unsent, unless something does; another process may begin it in between. */
export function unmark(mark: typeof markWaiting, stateFolder: FindFolder, isSo: () => boolean): void {
  if (isSo()) return;
  mark(stateFolder, false);
  if (isSo()) mark(stateFolder, true);
}
