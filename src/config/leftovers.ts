import { lstatSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, fileTrouble } from '../lock/file-trouble.js';

/**
 * Where a path leads. A link is followed even to what is not there yet, because writing must not replace the link
 * (docs/requirements.md, R69).
 */
export function realPath(path: string, links = 40): string {
  try {
    return realpathSync(path);
  } catch {
    const target = links > 0 ? targetOf(path) : undefined;
    return target === undefined ? path : realPath(target, links - 1);
  }
}

function targetOf(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path));
  } catch {
    return undefined;
  }
}

/** The end of the names of temporary files: ours and conf's own. */
const temporary = '.tmp-';
const damaged = '.damaged';

/**
 * Where the new file is written before it takes the place of the old one; a name of its own, because a process that was
 * stopped while it wrote may still go on when another one has taken the lock over.
 */
export function nameWhileWriting(path: string): string {
  return `${path}${temporary}${Math.random().toString(36).slice(2)}`;
}

/** The first free name for a damaged file that is kept: `config.json.damaged`, `config.json.damaged-2` … */
export function nameForDamaged(path: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}${damaged}${number === 1 ? '' : `-${number}`}`;
    if (!isThere(name)) return name;
  }
}

/** What processes that were killed while writing have left, and damaged files that were set aside. */
export function findLeftovers(path: string): readonly string[] {
  return [...new Set([path, realPath(path)])].flatMap((each) => [
    ...startingWith(`${each}${temporary}`),
    ...startingWith(`${each}${damaged}`),
  ]);
}

/** Deletes all of them, and gives the damaged files that were among them. Throws TrackerError `failed`. */
export function sweepLeftovers(path: string): readonly string[] {
  const found = findLeftovers(path);
  for (const each of found) remove(each);
  return found.filter((each) => basename(each).includes(damaged));
}

/**
 * Deletes what killed processes have left; nobody else is writing now (docs/requirements.md, R68). The write that is done
 * does not fail for what cannot be deleted.
 */
export function removeTemporary(path: string): void {
  try {
    for (const each of startingWith(`${path}${temporary}`)) remove(each);
  } catch {
    // It is tried again by the next write, and told by a logout.
  }
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
    throw fileTrouble('look into', folder, cause);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (cause) {
    throw fileTrouble('delete', path, cause);
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
