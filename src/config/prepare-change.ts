import { chmodSync, chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type Conf from 'conf';
import { TrackerError } from '../errors.js';
import { fileTrouble } from '../lock/file-trouble.js';
import { nameForDamaged, nameWhileWriting, realPath, removeTemporary } from './leftovers.js';
import { DamagedFile, exists, loadStored, type Stored } from './stored-file.js';

export interface Change {
  /** Left out to have the file in its place at once; conf waits for the disk first. */
  readonly Conf?: typeof Conf;
  readonly path: string;
  readonly change: (stored: Stored) => Stored;
  readonly repair: ((kept: string) => void) | undefined;
  /** Throws where the lock is not held any more: asked before anything takes its place. */
  readonly check: () => void;
}

/** A change that lies beside the file, complete and checked: putting it in its place takes no room on the disk. */
export interface Prepared {
  readonly content: Stored;
  /** False where the change gave what was there. */
  readonly isNew: boolean;
  commit(): void;
  /** Leaves everything as it was. */
  discard(): void;
}

/**
 * Reads a file whose lock is held, and writes what it is to become beside it. Nobody ever sees half a file: not when the
 * disk cuts the write, not when the process is killed, nor inside a snap, where conf would write into the file itself
 * (docs/requirements.md, R66 and R68). Throws TrackerError `failed`.
 */
export function prepareChange({ Conf, path, change, repair, check }: Change): Prepared {
  exists(path);
  const loaded = load(path, repair !== undefined);
  const content = loaded ?? {};
  const next = change(content);
  if (loaded && next === content) return { content, isNew: false, commit: () => undefined, discard: () => undefined };
  const real = realPath(path);
  const beside = nameWhileWriting(real);
  const discard = (): void => rmSync(beside, { force: true });
  try {
    if (Conf) write(Conf, beside, next);
    else writeFileSync(beside, textOf(next), { mode: 0o600, flag: 'wx' });
    checkWritten(beside, next);
    keepOwner(real, beside);
  } catch (cause) {
    discard();
    throw cause instanceof TrackerError ? cause : fileTrouble('write', path, cause);
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
        renameSync(beside, real);
      } catch (cause) {
        if (kept !== undefined) renameSync(kept, real);
        discard();
        throw fileTrouble('write', path, cause);
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

/** A write that the disk cut short must not pass for done. */
function checkWritten(path: string, next: Stored): void {
  if (readFileSync(path, 'utf8') === textOf(next)) return;
  throw Object.assign(new Error('the write was cut short'), { code: 'ENOSPC' });
}

/** What the superuser writes for somebody else stays theirs. */
function keepOwner(real: string, beside: string): void {
  const before = statSync(real, { throwIfNoEntry: false });
  if (!before?.isFile()) return;
  try {
    chownSync(beside, before.uid, before.gid);
  } catch {
    // Nobody else may give files away.
  }
}

/** Moves a damaged file, or a folder in its place, to a name beside it, and gives that (docs/requirements.md, R65). */
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
    // What belongs to somebody else keeps the mode it has.
  }
}
