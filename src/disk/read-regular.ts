import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { attempt, Unsafe } from '../contract/errors.js';
import { shellWord } from '../contract/text/shell-word.js';
import { codeOf } from './file-trouble.js';
import { isWritableByOthers, nameOfUser } from './find-danger.js';
import { withOpen } from './folder.js';

/** The code of the error if there is something else in place of a regular file; that of a folder is EISDIR. */
export const notRegular = 'not a regular file';

/**
 * The bytes of a regular file. What is in its place, such as a pipe, is neither waited for nor read. `examine` sees the file
 * that was opened, before it is read. Throws what `examine` throws, and the error of the file system.
 */
export function readRegular(path: string, examine?: (stats: Stats, file: number) => void): Buffer {
  return withOpen(openRegular(path, examine), (file) => readFileSync(file));
}

/** Opens a regular file for reading, as readRegular does. */
export function openRegular(path: string, examine?: (stats: Stats, file: number) => void, flags = 0): number {
  const file = openWithoutWaiting(path, flags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw Object.assign(new Error(), { code: stats.isDirectory() ? 'EISDIR' : notRegular });
    examine?.(stats, file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The same for a file of the program's own, in a folder that FindFolder has given. Throws Unsafe, too. A link is not followed. */
export function readOwn(path: string, examine?: (stats: Stats) => void): Buffer {
  return withOpen(openOwn(path, examine), (file) => readFileSync(file));
}

/** Opens such a file for reading. */
export function openOwn(path: string, examine?: (stats: Stats) => void, folder?: Stats): number {
  try {
    return openRegular(
      path,
      (stats) => {
        requireOwn(path, stats, folder);
        examine?.(stats);
      },
      constants.O_NOFOLLOW,
    );
  } catch (error) {
    // What somebody else has put there can often not be opened at all.
    const stats = error instanceof Unsafe ? undefined : attempt(() => lstatSync(path));
    if (stats) refuseForeign(path, stats, folder ?? statSync(dirname(path)));
    throw error;
  }
}

/** The path, if what is there could only have been put there by the user; there may be nothing. Throws Unsafe. */
export function ownPath(path: string, folder?: Stats): string {
  // What cannot be reached is not read either.
  const stats = attempt(() => lstatSync(path));
  if (stats) requireOwn(path, stats, folder);
  return path;
}

/** Throws Unsafe unless all that is in a folder that FindFolder has given, `except` this, is ours. */
export function requireOwnIn(path: string, folder: Stats, except?: string): void {
  for (const name of readdirSync(path)) if (name !== except) ownPath(join(path, name), folder);
}

/**
 * Throws Unsafe for a file that belongs to somebody other than its folder, or that others can write to: it may have been put there,
 * or changed, before the folder was closed to them (docs/requirements.md, R92).
 */
export function requireOwn(path: string, stats: Stats, folder: Stats | undefined = statSync(dirname(path))): void {
  // Windows has neither.
  if (sep === '\\') return;
  // The mode of a link says nothing.
  const file = refuseForeign(path, stats, folder, 0);
  if (isWritableByOthers(file, folder.uid))
    throw unsafe(
      path,
      'can be changed by other users',
      isForeign(file, folder) ? howItCame : `look at what is in it, then run: chmod go-w ${shellWord(path)}`,
    );
}

/** What a path leads to. Throws Unsafe if that, or the link to it, is of another user, unless of the one who is `passing`. */
function refuseForeign(path: string, stats: Stats, folder: Stats, passing = -1): Stats {
  const file = stats.isSymbolicLink() ? (attempt(() => statSync(path)) ?? stats) : stats;
  for (const each of [stats, file])
    if (isForeign(each, folder) && each.uid !== passing)
      throw unsafe(path, `belongs to another user (${nameOfUser(each.uid)})`, howItCame);
  return file;
}

/** A folder of root's may have files of the user's. */
function isForeign({ uid }: Stats, folder: Stats): boolean {
  return uid !== folder.uid && uid !== attempt(() => statSync('/proc/self').uid);
}

/** No hint changes what is somebody else's. */
const howItCame = 'find out how it got there, and who may remove it';

const unsafe = (path: string, what: string, hint: string): Unsafe =>
  new Unsafe('failed', `${path} ${what}, so it is not safe to use`, { hint });

/** Opens a file for reading. Neither waits for the writer of a pipe, nor makes a terminal that of this process. */
export function openWithoutWaiting(path: string, flags = 0): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | flags);
  } catch (error) {
    // A socket cannot be opened, nor a link that is not to be followed.
    throw codeOf(error) === 'ENXIO' || (flags !== 0 && codeOf(error) === 'ELOOP')
      ? Object.assign(new Error(), { code: notRegular })
      : error;
  }
}
