import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { givePathToOwner, giveToOwner, withOpen } from './folder.js';

interface ReplaceOptions {
  /**
   * Where the content is written first, in the same folder. What a killed process left there is replaced. By default, each write
   * has a name of its own.
   */
  readonly temporary?: string;
  /** Writes the content to that path, where nothing is; by default at once, and readable only by its owner. */
  readonly write?: (temporary: string) => void;
}

/**
 * Writes what is to replace a file next to it, and reads it back, so that nobody ever reads half of it: `commit` replaces the file in
 * one step, which needs no room on the disk, and `discard` leaves everything as it was. The file keeps its owner where the system allows
 * it; a new one gets that of its folder, which must exist. This and `commit` throw the error of the file system, and then leave the
 * file as it was.
 */
export function prepareFile(path: string, content: string | Uint8Array, replacing: ReplaceOptions = {}) {
  const { temporary = nameBeside(path), write = (at) => writeFileSync(at, content, { mode: 0o600, flag: 'wx' }) } =
    replacing;
  const discard = (): void => removeQuietly(temporary);
  const orDiscard = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      discard();
      throw error;
    }
  };
  orDiscard(() => {
    discard();
    write(temporary);
    if (!readFileSync(temporary).equals(Buffer.from(content)))
      throw Object.assign(new Error('the write was cut short'), { code: 'ENOSPC' });
    keepOwner(path, temporary);
  });
  return { commit: () => orDiscard(() => renameSync(temporary, path)), discard };
}

/** Replaces a file at once, as prepareFile does. */
export function replaceFile(path: string, content: string | Uint8Array, temporary?: string): void {
  prepareFile(path, content, temporary === undefined ? {} : { temporary }).commit();
}

/**
 * Begins what is to replace a file of a cache, and comes in pieces: it gets the owner of its folder, not of the old one, and is not
 * read back. All its functions throw the error of the file system; whoever stops there calls `discard`.
 */
export function beginFile(path: string) {
  const temporary = nameBeside(path);
  const file = openSync(temporary, 'wx', 0o600);
  attempt(() => giveToOwner(file, temporary));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    write(bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    },
    commit(): void {
      close();
      renameSync(temporary, path);
    },
    discard(): void {
      attempt(close);
      removeQuietly(temporary);
    },
  };
}

/** Waits until a file is on the disk. It is complete without that, so nothing fails if the file system cannot do it. */
export function flush(path: string): void {
  attempt(() => withOpen(openSync(path, 'r+'), fsyncSync));
}

const nameBeside = (path: string): string => `${path}.${Math.random().toString(36).slice(2)}.tmp`;

function keepOwner(path: string, temporary: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (!before?.isFile()) {
    givePathToOwner(temporary);
    return;
  }
  // Only root may change the owner.
  attempt(() => chownSync(temporary, before.uid, before.gid));
}

/** Removes a file if possible, since a failed deletion must not hide the error before it; a folder only if `recursive`. */
export function removeQuietly(path: string, recursive = false): void {
  attempt(() => rmSync(path, { recursive, force: true }));
}

/** Removes the files in a folder that were not written for so long (milliseconds). */
export function removeOld(folder: string, ageMs: number): void {
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    // Undefined if another process has just renamed or removed it.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() && Date.now() - stats.mtimeMs > ageMs) rmSync(path, { force: true });
  }
}
