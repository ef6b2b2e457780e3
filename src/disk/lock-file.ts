import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { attempt } from '../contract/errors.js';
import { codeOf, fileTrouble, UnwritableLock } from './file-trouble.js';
import { giveToOwner, withOpen } from './folder.js';

export type SeenLock = NonNullable<ReturnType<typeof look>>;

/**
 * The state of a lock file; undefined if there is none. Its key stays the same until the file is replaced, written or touched; its text
 * is undefined if it cannot be read, because it belongs to another user or is a folder.
 */
export function look(file: string) {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  // Only regular files: anything else may never end. Opening makes a network file system fetch the current state.
  const { text, stats } = (found.isFile() && readOpened(file)) || { text: undefined, stats: found };
  return { key: `${stats.ino} ${stats.mtimeMs} ${text}`, inode: stats.ino, text };
}

function readOpened(file: string) {
  return attempt(() =>
    withOpen(openSync(file, 'r'), (handle) => ({ stats: fstatSync(handle), text: readFileSync(handle, 'utf8') })),
  );
}

export type OwnLock = NonNullable<ReturnType<typeof create>>;

/**
 * Creates a lock file with this mark, and leaves it open. Undefined if there is one already, or if another process removed the file
 * while it was still empty. Throws UnwritableLock.
 */
export function create(file: string, mark: string) {
  const handle = openExclusively(file);
  if (handle === undefined) return undefined;
  const { ino } = fstatSync(handle);
  /** Whether it still exists: another process may have taken its owner for dead. */
  const isThere = (): boolean => {
    const seen = look(file);
    return seen?.inode === ino && (seen.text ?? mark) === mark;
  };
  const own = { file, handle, isThere };
  try {
    if (writeSync(handle, mark) !== mark.length) throw Object.assign(new Error('cut'), { code: 'ENOSPC' });
  } catch (cause) {
    closeSync(handle);
    if (look(file)?.inode === ino) remove(file);
    throw new UnwritableLock(fileTrouble('write', file, cause));
  }
  if (isThere()) return own;
  closeSync(handle);
  return undefined;
}

/** A handle on the new file, or undefined if something exists there. */
function openExclusively(file: string): number | undefined {
  try {
    const handle = openSync(file, 'wx', 0o600);
    giveToOwner(handle, file);
    return handle;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return undefined;
    throw new UnwritableLock(fileTrouble('write', file, cause));
  }
}

/** Releases a lock file of this process, unless another process has taken it over. */
export function giveBack(own: OwnLock): void {
  const isOurs = own.isThere();
  closeSync(own.handle);
  if (isOurs) remove(own.file);
}

/** Removes a dead lock. A folder that is not empty is renamed instead. Throws UnwritableLock. */
export function remove(file: string): void {
  try {
    if (lstatSync(file).isDirectory()) removeFolder(file);
    else unlinkSync(file);
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw new UnwritableLock(fileTrouble('delete', file, cause));
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    renameSync(folder, `${folder}.folder-${Date.now()}`);
  }
}
