import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import type { FindFolder } from '../disk/folder.js';
import { removeQuietly } from '../disk/replace-file.js';

/** What something in the ledger may be. Files beside the entries say so, so that commands need not read all of them. */
type Mark =
  /** To be sent later. Where its file cannot be written, what waits is sent only on request. */
  | 'waiting'
  /** Not sent. Its file says that nothing is; where that is missing, something may be. */
  | 'unsent'
  /** A ticket that is put off. Where its file cannot be written, none is. */
  | 'snoozed';

const pathOf = (stateFolder: FindFolder, mark: Mark): string =>
  join(stateFolder('ledger'), mark === 'unsent' ? 'settled' : mark);

const isThere = (find: () => string): boolean | undefined => attempt(() => existsSync(find()));

/** Whether something may be so. Throws only Unsafe. */
export function mayBe(mark: Mark, stateFolder: FindFolder): boolean {
  const isMarked = isThere(() => pathOf(stateFolder, mark)) ?? false;
  return mark === 'unsent' ? !isMarked && (isThere(() => stateFolder('ledger')) ?? true) : isMarked;
}

/** Says that something is so; or before all entries are looked at, that nothing is, which one that is added takes back. */
export function setMark(mark: Mark, stateFolder: FindFolder, isSo: boolean): void {
  const isFile = isSo === (mark !== 'unsent');
  if (!isFile) attempt(() => removeQuietly(pathOf(stateFolder, mark)));
  else if (!isThere(() => pathOf(stateFolder, mark)))
    attempt(() => writeFileSync(pathOf(stateFolder, mark), '', { mode: 0o600 }));
}

/** Says that nothing is so, unless something is; another process may begin it in between. */
export function unmark(mark: Mark, stateFolder: FindFolder, isSo: () => boolean): void {
  if (isSo()) return;
  setMark(mark, stateFolder, false);
  if (isSo()) setMark(mark, stateFolder, true);
}
