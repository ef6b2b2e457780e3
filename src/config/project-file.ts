import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, type TrackerError, usageError } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { findDanger, isOwner, isWritableByOthers, nameOfUser, type User } from '../disk/find-danger.js';
import { notRegular, readRegular } from '../disk/read-regular.js';

/** The content of `.tracker.json`. It never has a URL or a secret (docs/requirements.md, R27). */
export interface ProjectFile {
  readonly path: string;
  /** The name of an instance the user is signed in to. */
  readonly instance?: string | undefined;
  readonly org?: string | undefined;
  readonly project?: string | undefined;
  /** Why the file, or part of it, was ignored. */
  readonly problem?: string | undefined;
  /** Why nothing may be taken from it: others have a hand in it. */
  readonly danger?: string | undefined;
}

/** What the flags are in which a command is told itself what it would take from the file. */
const flags = { instance: '-I NAME', org: '--org ORG', project: '--project KEY' } as const;

/** Takes a choice from the file. Throws a usage error if others have a hand in it (docs/requirements.md, R92). */
export function takeChoice(file: ProjectFile | undefined, key: keyof typeof flags): string | undefined {
  if (file?.[key] !== undefined && file.danger !== undefined) throw dangerous(file.danger, key);
  return file?.[key];
}

export function dangerous(danger: string, key: keyof typeof flags): TrackerError {
  return usageError(danger, `add ${flags[key]}`);
}

const name = '.tracker.json';

/** The largest file that is read (bytes). */
const longest = 64 * 1024;
const tooLarge = 'larger than 64 kB';

/** Looks for `.tracker.json` in `folder` and its parents. Undefined if there is none. */
export function findProjectFile(folder: string, user: User): ProjectFile | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = readProjectFile(join(at, name), user);
    if (found) return found;
    if (dirname(at) === at) return undefined;
  }
}

/** A cloned repository may have anything under this name, such as a link to an endless device. Undefined for a folder. */
function readProjectFile(path: string, user: User): ProjectFile | undefined {
  let danger: string | undefined;
  try {
    const text = readRegular(path, (stats) => {
      danger = dangerOf(path, stats, user);
      if (stats.size > longest) throw Object.assign(new Error(), { code: tooLarge });
    });
    return { ...parseProjectFile(path, text.toString('utf8')), ...(danger && { danger, problem: undefined }) };
  } catch (error) {
    const code = codeOf(error);
    return code === notRegular || code === tooLarge ? ignored(path, `it is ${code}`) : undefined;
  }
}

/** Why a file is not the user's alone. Somebody who may write to its folder could put another one in its place. */
function dangerOf(path: string, stats: Stats, user: User): string | undefined {
  const { uid } = user;
  if (uid === undefined) return undefined;
  const isOwn = isOwner(stats.uid, user);
  const found = isOwn ? findDanger(dirname(path), user) : undefined;
  if (isOwn && !found && !isWritableByOthers(stats, uid)) return undefined;
  const why = !isOwn
    ? 'it belongs to another user'
    : found?.is === 'foreign'
      ? `${found.path} belongs to another user`
      : `other users can write to ${found?.path ?? 'it'}`;
  return `nothing is taken from ${path} (owner: ${nameOfUser(stats.uid)}), since ${why}`;
}

function ignored(path: string, why: string): ProjectFile {
  return { path, problem: `${path} is ignored because ${why}` };
}

function parseProjectFile(path: string, text: string): ProjectFile {
  const parsed: unknown = attempt(() => JSON.parse(text.replace(/^\ufeff/, '')));
  if (parsed === undefined) return ignored(path, 'it is not JSON');
  if (!isRow(parsed)) return ignored(path, 'it is not a JSON object');
  const entries = new Map(Object.entries(parsed));
  const textOf = (key: string): string | undefined => {
    const value = entries.get(key);
    return (typeof value === 'string' && value.trim()) || undefined;
  };
  const instance = textOf('instance');
  if (instance?.includes('/')) return ignored(path, 'its "instance" is not a name');
  const secret = ['url', 'token'].find((key) => entries.has(key));
  const odd = ['instance', 'org', 'project'].find((key) => typeof (entries.get(key) ?? '') !== 'string');
  const problem =
    (secret && `${path}: "${secret}" is ignored; the file may only set "instance", "org" and "project"`) ||
    (odd && `${path}: "${odd}" is ignored because it is not a name`);
  return { path, problem, instance, org: textOf('org'), project: textOf('project') };
}
