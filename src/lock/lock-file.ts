import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { codeOf, fileTrouble } from './file-trouble.js';

/** What stands at the place of a lock file. */
export interface Seen {
  /** The same as long as it is the same file and nobody has written to it or touched it. */
  readonly key: string;
  readonly inode: number;
  /** Undefined where it cannot be read: it belongs to somebody else, or is a folder. */
  readonly text: string | undefined;
}

/** Undefined where there is nothing. */
export function look(file: string): Seen | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  // What is no ordinary file may never end. Opening one asks a server of files for its newest state.
  const { text, stats } = (found.isFile() && readOpened(file)) || { text: undefined, stats: found };
  return { key: `${stats.ino} ${stats.mtimeMs} ${text}`, inode: stats.ino, text };
}

function readOpened(file: string): { readonly text: string; readonly stats: Stats } | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    return { stats: fstatSync(handle), text: readFileSync(handle, 'utf8') };
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A lock file that this process has created, and that is still open. */
export interface Own {
  readonly file: string;
  readonly handle: number;
  /** Whether it still stands there: somebody else may have taken it for dead. */
  isThere(): boolean;
}

/**
 * Creates a lock file with this mark; undefined where there is one already, or where this process was so slow between the
 * two steps that the empty file was taken for a dead lock. Throws TrackerError `failed`.
 */
export function create(file: string, mark: string): Own | undefined {
  const handle = openExclusively(file);
  if (handle === undefined) return undefined;
  const { ino } = fstatSync(handle);
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
    throw fileTrouble('write', file, cause);
  }
  if (isThere()) return own;
  closeSync(handle);
  return undefined;
}

/** Gives a handle on the new file, or undefined where something is there already. */
function openExclusively(file: string): number | undefined {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return undefined;
    throw fileTrouble('write', file, cause);
  }
}

/** Gives an own lock file back; one that somebody else has taken over is left to them. */
export function giveBack(own: Own): void {
  const isOurs = own.isThere();
  closeSync(own.handle);
  if (isOurs) remove(own.file);
}

/** Removes what is dead; a folder with something in it is moved to a name beside it. Throws TrackerError `failed`. */
export function remove(file: string): void {
  try {
    if (lstatSync(file).isDirectory()) removeFolder(file);
    else unlinkSync(file);
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw fileTrouble('delete', file, cause);
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
