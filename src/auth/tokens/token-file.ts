import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Env } from '../../config/folders.js';
import { attempt, TrackerError, usageError } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import { withOpen } from '../../disk/folder.js';
import { fenced, openSharedLock } from '../../disk/lock.js';
import type { Processes } from '../../disk/processes.js';
import { openWithoutWaiting } from '../../disk/read-regular.js';
import { flush, prepareFile } from '../../disk/replace-file.js';

/**
 * Opens the file named by `TRACKER_TOKEN_FILE`. Its lock is `FILE.tracker-lock` next to the real file, so it works between processes
 * with different config folders, or none (docs/requirements.md, R18 and D7). `FILE.lock` may belong to another program, such as flock.
 */
export function openTokenFile(
  path: string,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
) {
  const lock = openSharedLock({ file: () => `${realpathSync(path)}.tracker-lock`, processes });
  return {
    /** Its text; undefined if it can be read only once, like a pipe. Throws any error of the file system. */
    readAgain: () => readRegularFile(path),
    /**
     * Replaces the text under the lock, if `mayReplace` accepts the current text. The file is replaced atomically, unless it
     * is a mount point, which can only be written in place. Links and owner stay; the mode stays too, except that only the
     * owner may read it. Throws if that fails, and leaves no other file behind.
     */
    async write(text: string, mayReplace: (current: string) => boolean): Promise<void> {
      if (!statSync(path).isFile()) throw new TrackerError('failed', 'it is not a regular file');
      // No signal: a token that is not stored is lost.
      await fenced(lock, (check) => {
        if (mayReplace(readRegularFile(path) ?? '')) replace(realpathSync(path), text, check);
      });
    },
    /** Runs `work` while no other process changes the file; `write` may be called inside. */
    locked: <T>(work: () => Promise<T>, given = signal) => lock.hold(work, given),
  };
}

/** The lock is held, so a file with this temporary name was left by a tracker process that was killed. */
function replace(file: string, text: string, check: () => void): void {
  const { mode, uid } = statSync(file);
  const temporary = `${file}.tracker-new`;
  try {
    const prepared = prepareFile(file, text, { temporary });
    if (statSync(temporary).uid !== uid) throw new TrackerError('failed', 'only its owner can replace it');
    chmodSync(temporary, mode & 0o600 || 0o600);
    check();
    prepared.commit();
    flush(file);
  } catch (error) {
    // If the lock was taken over, the temporary file may belong to another process.
    check();
    rmSync(temporary, { force: true });
    if (!['EBUSY', 'EXDEV'].includes(codeOf(error))) throw error;
    writeInto(file, text);
  }
}

/** For a file that is a mount point, as in containers: nothing can be renamed onto it. */
function writeInto(path: string, text: string): void {
  withOpen(openSync(path, 'r+'), (file) => {
    writeFileSync(file, text);
    ftruncateSync(file, Buffer.byteLength(text));
    fsyncSync(file);
  });
  if (readFileSync(path, 'utf8') !== text) throw new TrackerError('failed', 'it was not written completely');
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}

/** Larger than any token file (bytes). */
const longest = 64 * 1024;

/** How often to check a pipe for data (milliseconds). */
const pollMs = 20;

/**
 * The text of a token file, which may be a pipe that has not been written to yet. An abort ends the wait. Throws a usage
 * error beyond 64 kB, and any error of the file system.
 */
export async function readTokenText(path: string, signal: AbortSignal): Promise<string> {
  const isStandardInput = /^\/dev\/(?:stdin|fd\/0)$/.test(path);
  if (isStandardInput && fstatSync(0).isSocket()) return await readSocket(path, signal);
  const file = openWithoutWaiting(path);
  try {
    // A named pipe may get a writer later; an unnamed one, as from `<(command)`, has already had it.
    const awaitsWriter = fstatSync(file).isFIFO() && attempt(() => realpathSync.native(path)) !== undefined;
    const bytes = Buffer.alloc(longest + 1);
    for (let size = 0; ; ) {
      signal.throwIfAborted();
      const read = readNow(file, bytes, size);
      if (read === undefined || (read === 0 && size === 0 && awaitsWriter)) {
        await setTimeout(pollMs);
        continue;
      }
      size += read;
      if (size > longest) throw tooLarge(path);
      if (read === 0) return bytes.toString('utf8', 0, size);
    }
  } finally {
    closeSync(file);
  }
}

function tooLarge(path: string): TrackerError {
  return usageError(`TRACKER_TOKEN_FILE: ${path} is larger than 64 kB`);
}

/** Standard input is a socket where ssh or a program like Node starts this one, and a socket cannot be opened by its path. */
async function readSocket(path: string, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of addAbortSignal(signal, new Socket({ fd: 0, readable: true, writable: false }))) {
      pieces.push(piece);
      size += piece.length;
      if (size > longest) throw tooLarge(path);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The text of a regular file, up to 64 kB; undefined if it is anything else. Throws any error of the file system. */
function readRegularFile(path: string): string | undefined {
  return withOpen(openWithoutWaiting(path), (file) => {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(longest);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  });
}

/** The number of bytes read, 0 at the end; undefined if there is no data yet. */
function readNow(file: number, bytes: Buffer, at: number): number | undefined {
  try {
    return readSync(file, bytes, at, bytes.length - at, null);
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Whether the token comes from a pipe, or standard input like `/dev/stdin`, which no other process can read again. */
export function isTokenFromPipe({ TRACKER_TOKEN: token, TRACKER_TOKEN_FILE: file }: Env): boolean {
  if (token || !file) return false;
  return /^\/(?:dev|proc)\//.test(file) || !statSync(file, { throwIfNoEntry: false })?.isFile();
}
