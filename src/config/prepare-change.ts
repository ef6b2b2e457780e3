import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type Conf from 'conf';
import { fileTrouble } from '../disk/file-trouble.js';
import { givePathToOwner } from '../disk/folder.js';
import { TrackerError } from '../errors.js';
import { nameForDamaged, nameWhileWriting, realPath, removeTemporary } from './leftovers.js';
import { DamagedFile, loadStored, type Stored } from './stored-file.js';

export interface Change {
  /** Left out for an urgent change: conf waits for the disk before the file is replaced. */
  readonly Conf?: typeof Conf;
  readonly path: string;
  readonly change: (stored: Stored) => Stored;
  readonly repair: ((kept: string) => void) | undefined;
  /** Called before the file is replaced. Throws if the lock was lost. */
  readonly check: () => void;
}

/** A change written next to the file, complete and checked. Committing it needs no disk space. */
export interface Prepared {
  readonly content: Stored;
  /** False if the change returned its argument. */
  readonly isNew: boolean;
  commit(): void;
  /** Leaves everything as it was. */
  discard(): void;
}

/**
 * Reads a file while its lock is held, and writes its new content next to it. No reader ever sees half a file: not if the
 * disk is full, not if the process is killed, and not inside a snap, where conf would write the file in place
 * (docs/requirements.md, R66 and R68). Throws TrackerError `failed`.
 */
export function prepareChange({ Conf, path, change, repair, check }: Change): Prepared {
  const loaded = load(path, repair !== undefined);
  const content = loaded ?? {};
  const next = change(content);
  if (loaded && next === content) return { content, isNew: false, commit: () => undefined, discard: () => undefined };
  const real = realPath(path);
  const temporary = nameWhileWriting(real);
  const discard = (): void => removeQuietly(temporary);
  try {
    if (Conf) write(Conf, temporary, next);
    else writeFileSync(temporary, textOf(next), { mode: 0o600, flag: 'wx' });
    checkWritten(temporary, next);
    keepOwner(real, temporary);
  } catch (cause) {
    discard();
    throw cause instanceof TrackerError ? cause : fileTrouble('write', real, cause);
  }
  return {
    content: next,
    isNew: true,
    commit() {
      try {
        check();
      } catch (error) {
        discard();
        throw error;
      }
      const kept = loaded ? undefined : setAside(real);
      try {
        renameSync(temporary, real);
      } catch (cause) {
        if (kept !== undefined) renameSync(kept, real);
        discard();
        throw fileTrouble('write', real, cause);
      }
      removeTemporary(real);
      if (kept !== undefined) repair?.(kept);
    },
    discard,
  };
}

/** The content; undefined for a damaged file that is to be repaired. */
function load(path: string, repair: boolean): Stored | undefined {
  try {
    return loadStored(path);
  } catch (error) {
    if (repair && error instanceof DamagedFile) return undefined;
    throw error;
  }
}

function write(ConfFile: typeof Conf, path: string, next: Stored): void {
  const conf = new ConfFile<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path),
    fileExtension: '',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  });
  conf.store = { ...next };
}

/** The text conf writes. */
function textOf(next: Stored): string {
  return JSON.stringify(next, undefined, '\t');
}

/** A write that was cut short must not count as done. */
function checkWritten(path: string, next: Stored): void {
  if (readFileSync(path, 'utf8') === textOf(next)) return;
  throw Object.assign(new Error('the write was cut short'), { code: 'ENOSPC' });
}

/** A file that root writes for another user keeps its owner; a new one gets that of its folder. */
function keepOwner(real: string, temporary: string): void {
  const before = statSync(real, { throwIfNoEntry: false });
  if (!before?.isFile()) {
    givePathToOwner(temporary);
    return;
  }
  try {
    chownSync(temporary, before.uid, before.gid);
  } catch {
    // Only root may change the owner.
  }
}

/** A failed deletion must not hide the error before it. The next change deletes the file, and a sign-out reports it. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // See above.
  }
}

/** Renames a damaged file, or a folder in its place, and gives the new path (docs/requirements.md, R65). */
function setAside(path: string): string {
  const kept = nameForDamaged(path);
  try {
    renameSync(path, kept);
  } catch (cause) {
    throw fileTrouble('move', path, cause);
  }
  tighten(kept);
  return kept;
}

function tighten(path: string): void {
  try {
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  } catch {
    // A file of another user keeps its mode.
  }
}
