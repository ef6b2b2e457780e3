import { chmodSync, chownSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { TrackerError } from '../errors.js';
import { fenced } from '../lock/fenced.js';
import type { Processes } from '../lock/lock.js';
import { openSharedLock } from '../lock/shared-lock.js';

/** The file of `TRACKER_TOKEN_FILE`: read by this program, and written back when the server rotates its token. */
export interface TokenFile {
  /** The text in it; undefined for what can be read only once, such as a pipe. Throws what the file system throws. */
  readAgain(): string | undefined;
  /**
   * Replaces the text under the lock, whole or not at all. A link stays a link and the owner the owner; the mode stays, but
   * never lets anyone else read. Throws when that cannot be done, and leaves no other file behind.
   */
  write(text: string): Promise<void>;
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
  const isOrdinary = (): boolean => statSync(path).isFile();
  return {
    readAgain: () => (isOrdinary() ? readFileSync(path, 'utf8') : undefined),
    async write(text) {
      if (!isOrdinary()) throw new TrackerError('failed', 'it is not an ordinary file');
      // An interruption is not looked at, because a token that is not stored is lost.
      await fenced(lock, (check) => replace(realpathSync(path), text, check));
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
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    if (readFileSync(temporary, 'utf8') !== text) throw new TrackerError('failed', 'it was not written completely');
    const made = statSync(temporary);
    if (made.uid !== uid) chownSync(temporary, uid, made.gid);
    chmodSync(temporary, mode & 0o600 || 0o600);
    check();
    renameSync(temporary, file);
  } catch (error) {
    // It may be that of the process that has taken the lock over.
    check();
    rmSync(temporary, { force: true });
    throw error;
  }
}
