import { lstatSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../contract/errors.js';
import { codeOf, fileTrouble, tryFile } from '../disk/file-trouble.js';

/**
 * The real path of a file. A symlink is followed even if its target does not exist yet, because writing must not replace
 * the link (docs/requirements.md, R69).
 */
export function realPath(path: string, links = 40): string {
  const real = attempt(() => realpathSync(path));
  if (real !== undefined || links === 0) return real ?? path;
  const target = attempt(() => resolve(realpathSync(dirname(path)), readlinkSync(path)));
  return target === undefined ? path : realPath(target, links - 1);
}

/** Added to a file's name for temporary files, by this program and by conf. */
const temporary = '.tmp-';
const damaged = '.damaged';

/**
 * The path of the new file before it replaces the old one. The name is unique, because a process that was stopped while
 * writing may continue after another one took over the lock.
 */
export function nameWhileWriting(path: string): string {
  return `${path}${temporary}${Math.random().toString(36).slice(2)}`;
}

/** The first free name for a damaged file: `config.json.damaged`, `config.json.damaged-2` … */
export function nameForDamaged(path: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}${damaged}${number === 1 ? '' : `-${number}`}`;
    if (!lstatSync(name, { throwIfNoEntry: false })) return name;
  }
}

/** Temporary files of processes that were killed while writing, and damaged files that were set aside. */
export function findLeftovers(path: string): readonly string[] {
  return [...new Set([path, realPath(path)])].flatMap((each) => [
    ...startingWith(`${each}${temporary}`),
    ...startingWith(`${each}${damaged}`),
  ]);
}

/** Deletes all leftovers, and gives the damaged files among them. Throws TrackerError `failed`. */
export function sweepLeftovers(path: string): readonly string[] {
  const found = findLeftovers(path);
  for (const each of found) remove(each);
  return found.filter((each) => basename(each).includes(damaged));
}

/**
 * Deletes the temporary files of killed processes; the caller holds the lock (docs/requirements.md, R68). The write that
 * was just done does not fail if a file cannot be deleted.
 */
export function removeTemporary(path: string): void {
  // The next write tries again, and a logout reports it.
  attempt(() => startingWith(`${path}${temporary}`).forEach(remove));
}

function startingWith(prefix: string): readonly string[] {
  const folder = dirname(prefix);
  const start = basename(prefix);
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(start))
      .map((name) => join(folder, name));
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return [];
    throw fileTrouble('list', folder, cause);
  }
}

function remove(path: string): void {
  tryFile('delete', path, () => rmSync(path, { recursive: true, force: true }));
}
