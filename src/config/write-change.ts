import { chmodSync, copyFileSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type Conf from 'conf';
import { TrackerError } from '../errors.js';
import { codeOf, fileTrouble } from '../lock/file-trouble.js';
import { nameForDamaged, nameWhileWriting, realPath, removeTemporary } from './leftovers.js';
import { DamagedFile, exists, type Loaded, loadStored, openStored, type Stored } from './stored-file.js';

export interface Change {
  readonly Conf: typeof Conf;
  readonly path: string;
  readonly change: (stored: Stored) => Stored;
  readonly repair: ((kept: string) => void) | undefined;
}

/** A change that is on disk, and can still be taken back as long as the lock is held. */
export interface Written {
  readonly content: Stored;
  /** Forgets what was there before. */
  keep(): void;
  /** Puts back what was there before, and throws `error`. */
  undo(error: unknown): never;
}

/** Reads, changes and writes a file whose lock is held. Throws TrackerError `failed`; then the file is what it was. */
export function writeChange({ Conf, path, change, repair }: Change): Written {
  exists(path);
  const loaded = load(Conf, path, repair !== undefined);
  const content = loaded?.content ?? {};
  const next = change(content);
  if (loaded && next === content) return { content, keep: () => undefined, undo: rethrow };
  const real = realPath(path);
  const previous = loaded ? keepBeside(real, loaded.text) : setAside(real);
  const undo = (error: unknown): never => {
    try {
      previous.putBack();
    } catch (cause) {
      throw fileTrouble('put back', path, cause);
    }
    throw error;
  };
  try {
    write(Conf, real, next);
  } catch (error) {
    return undo(error);
  }
  return {
    content: next,
    keep() {
      const kept = previous.letGo();
      removeTemporary(real);
      if (kept !== undefined) repair?.(kept);
    },
    undo,
  };
}

function rethrow(error: unknown): never {
  throw error;
}

/** The content; undefined for a damaged file that is to be repaired. */
function load(ConfFile: typeof Conf, path: string, repair: boolean): Loaded | undefined {
  try {
    return loadStored(ConfFile, path);
  } catch (error) {
    if (repair && error instanceof DamagedFile) return undefined;
    throw error;
  }
}

/** A write that the disk cut short must not pass for done (docs/requirements.md, R66). */
function write(ConfFile: typeof Conf, path: string, next: Stored): void {
  try {
    openStored(ConfFile, path).store = { ...next };
  } catch (cause) {
    throw fileTrouble('write', path, cause);
  }
  if (readIfThere(path) === JSON.stringify(next, undefined, '\t')) return;
  throw new TrackerError('failed', `${path} could not be written completely`, {
    hint: 'the disk is full: free some space and run the command again',
  });
}

/** What was there before a write. */
interface Previous {
  putBack(): void;
  /** Gives the path of what is kept for the person. */
  letGo(): string | undefined;
}

/**
 * Keeps the old file under a second name while it is replaced, which takes no room on the disk; a copy where the file
 * system has no such names.
 */
function keepBeside(path: string, text: string | undefined): Previous {
  const beside = nameWhileWriting(path);
  const letGo = (): undefined => {
    rmSync(beside, { force: true });
  };
  if (text === undefined) return { putBack: () => rmSync(path, { force: true }), letGo };
  try {
    letGo();
    linkOrCopy(path, beside);
  } catch (cause) {
    throw fileTrouble('write', path, cause);
  }
  return {
    letGo,
    putBack() {
      if (readIfThere(path) === text) return letGo();
      // Inside a snap conf writes into the file itself, whatever its names are.
      if (readIfThere(beside) !== text) writeFileSync(path, text);
      else renameSync(beside, path);
      // A file that has both names keeps both when it is renamed.
      return letGo();
    },
  };
}

function linkOrCopy(path: string, beside: string): void {
  try {
    linkSync(path, beside);
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw error;
    try {
      copyFileSync(path, beside);
      chmodSync(beside, 0o600);
    } catch (failure) {
      rmSync(beside, { force: true });
      throw failure;
    }
  }
}

/** Moves a damaged file, or a folder in its place, to a name beside it (docs/requirements.md, R65). */
function setAside(path: string): Previous {
  const kept = nameForDamaged(path);
  try {
    renameSync(path, kept);
  } catch (cause) {
    throw fileTrouble('move', path, cause);
  }
  return {
    putBack() {
      rmSync(path, { force: true });
      renameSync(kept, path);
    },
    letGo() {
      tighten(kept);
      return kept;
    },
  };
}

function tighten(path: string): void {
  try {
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  } catch {
    // What belongs to somebody else keeps the mode it has.
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
