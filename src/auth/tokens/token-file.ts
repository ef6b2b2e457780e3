import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { flush } from '../../config/flush.js';
import { TrackerError } from '../../errors.js';
import { fenced } from '../../lock/fenced.js';
import { codeOf } from '../../lock/file-trouble.js';
import type { Processes } from '../../lock/processes.js';
import { openSharedLock } from '../../lock/shared-lock.js';
import { readOrdinary } from './read-token-file.js';

/** The file of `TRACKER_TOKEN_FILE`: read by this program, and written back when the server rotates its token. */
export interface TokenFile {
  /** The text in it; undefined for what can be read only once, such as a pipe. Throws what the file system throws. */
  readAgain(): string | undefined;
  /**
   * Replaces the text under the lock, if `mayReplace` agrees to what stands there: whole or not at all, except for a file
   * that is mounted by itself, which can only be written into. A link stays a link and the owner the owner; the mode stays,
   * but never lets anyone else read. Throws when that cannot be done, and leaves no other file behind.
   */
  write(text: string, mayReplace: (current: string) => boolean): Promise<void>;
  /** Runs `work` while no other process changes the file; `write` may be called inside. */
  locked<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Opens a token file that lies anywhere. Its lock is `FILE.lock` beside what the path leads to, so that processes see each
 * other whatever their config folders are, and none is needed (docs/requirements.md, R18 and D7).
 */
export function openTokenFile(
  path: string,
  { processes, signal }: { readonly processes: Processes; readonly signal: AbortSignal },
): TokenFile {
  const lock = openSharedLock({ file: async () => `${realpathSync(path)}.lock`, processes });
  return {
    readAgain: () => readOrdinary(path),
    async write(text, mayReplace) {
      if (!statSync(path).isFile()) throw new TrackerError('failed', 'it is not an ordinary file');
      // An interruption is not looked at, because a token that is not stored is lost.
      await fenced(lock, (check) => {
        if (mayReplace(readOrdinary(path) ?? '')) replace(realpathSync(path), text, check);
      });
    },
    locked: (work) => lock.hold(work, signal),
  };
}

/** Nobody else writes meanwhile: what stands at the temporary name was left by a process that was killed. */
function replace(file: string, text: string, check: () => void): void {
  const { mode, uid } = statSync(file);
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    checkWritten(temporary, text);
    const made = statSync(temporary);
    if (made.uid !== uid) chownSync(temporary, uid, made.gid);
    chmodSync(temporary, mode & 0o600 || 0o600);
    check();
    renameSync(temporary, file);
    flush(file);
  } catch (error) {
    // It may be that of the process that has taken the lock over.
    check();
    rmSync(temporary, { force: true });
    if (!['EBUSY', 'EXDEV'].includes(codeOf(error))) throw error;
    writeInto(file, text);
  }
}

/** For a file that is a mount of its own, as containers have them: nothing can be renamed onto it. */
function writeInto(path: string, text: string): void {
  const file = openSync(path, 'r+');
  try {
    writeFileSync(file, text);
    ftruncateSync(file, Buffer.byteLength(text));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  checkWritten(path, text);
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}

function checkWritten(path: string, text: string): void {
  if (readFileSync(path, 'utf8') !== text) throw new TrackerError('failed', 'it was not written completely');
}
