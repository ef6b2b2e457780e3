import { lstatSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { attempt } from '../contract/errors.js';

export interface User {
  /** Undefined where the system has no such ids, as Windows. Nothing is dangerous there. */
  readonly uid: number | undefined;
  /** The home folder (an absolute path); undefined if no exceptions are made for what is above it, nor for root. */
  readonly home?: string | undefined;
}

/** What makes a folder unsafe to use. */
export interface Danger {
  /** What is dangerous: the folder itself, or one on the way to it. */
  readonly path: string;
  /** `unclaimed`: it does not exist yet, and others could create it first in this one; `irregular`: neither a file nor a folder. */
  readonly is: 'writable' | 'foreign' | 'unclaimed' | 'irregular';
  /** Whether the user may close it: it is theirs, and not meant for all, such as /tmp. */
  readonly isOwn: boolean;
}

/** As many links are followed as Linux does. */
const mostLinks = 40;

/**
 * Looks for a way in which another user could put files of theirs in a folder (an absolute path), or something else in
 * place of a file: it, or a folder above it, belongs to somebody else, or others can write to it. Links are followed. It begins at
 * the root, because nobody else can replace what is in a folder that has been found safe. Others may write to a folder above it that
 * is sticky, such as /tmp. Whoever owns a folder above the home folder is trusted, as is the owner of HOME where this is root
 * (docs/requirements.md, R92).
 */
export function findDanger(folder: string, user: User, seen = new Map<string, Stats>()): Danger | undefined {
  const { uid, home = '' } = user;
  if (uid === undefined) return undefined;
  const rest = namesIn(folder);
  const above = isAbsolute(home) ? namesIn(home) : [];
  const belowHome = rest.length - (above.every((name, at) => name === rest[at]) ? above.length : 0);
  let isShared = false;
  let links = 0;
  for (let [at, name] = ['/', rest.shift()]; name !== undefined; name = rest.shift()) {
    const path = name === '..' ? dirname(at) : at === '/' ? `/${name}` : `${at}/${name}`;
    const stats = examine(path, seen);
    if (!stats) return isShared ? danger(at, 'unclaimed') : undefined;
    const isAboveHome = rest.length > belowHome;
    if (stats.uid !== 0 && !isOwner(stats.uid, user) && (isShared || !isAboveHome)) return danger(path, 'foreign');
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(path);
      if (++links > mostLinks) return undefined;
      rest.unshift(...namesIn(target));
      if (isAbsolute(target)) at = '/';
      continue;
    }
    // In place of a home it means that there is none.
    if (!stats.isDirectory() && !stats.isFile()) return rest.length < belowHome ? danger(path, 'irregular') : undefined;
    const isWritable = isAboveHome ? (stats.mode & 0o002) !== 0 : isWritableByOthers(stats, uid);
    const isSticky = (stats.mode & 0o1000) !== 0;
    isShared = isWritable && isSticky && rest.length > 0;
    if (isWritable && !isShared) return danger(path, 'writable', stats.uid === uid && !isSticky);
    at = path;
  }
  return undefined;
}

/** Whether an id is that of the user; where this is root, the owner of HOME is the user too. */
export function isOwner(id: number, { uid, home = '' }: User): boolean {
  return id === uid || (uid === 0 && isAbsolute(home) && id === attempt(() => statSync(home))?.uid);
}

const danger = (path: string, is: Danger['is'], isOwn = false): Danger => ({ path, is, isOwn });

/** Whether anyone but its owner and `uid` can write to it. A group that has no other member does not count. */
export function isWritableByOthers({ mode, uid: owner, gid }: Stats, uid: number): boolean {
  if ((mode & 0o002) !== 0) return true;
  return (mode & 0o020) !== 0 && !isOwnGroup(gid, owner) && !isOwnGroup(gid, uid);
}

export function nameOfUser(uid: number): string {
  return entryOf('/etc/passwd', uid)?.[0] ?? `user ${uid}`;
}

/** Whether a group is that of one user alone, as many systems create one for each user. */
function isOwnGroup(gid: number, uid: number): boolean {
  const [user] = entryOf('/etc/passwd', uid) ?? [];
  const [groupName, , , members = ''] = entryOf('/etc/group', gid) ?? [];
  if (gid !== uid && (user === undefined || groupName !== user)) return false;
  const others = entriesOf('/etc/passwd').filter(([, , , group]) => Number(group) === gid);
  return [...members.split(','), ...others.map(([name]) => name)].every((name) => name === '' || name === user);
}

function entryOf(file: string, id: number): readonly string[] | undefined {
  return entriesOf(file).find((entry) => Number(entry[2]) === id);
}

function entriesOf(file: string): readonly (readonly string[])[] {
  return (attempt(() => readFileSync(file, 'utf8')) ?? '').split('\n').map((line) => line.split(':'));
}

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');

/** Undefined if there is nothing, or it cannot be reached; then nothing can be read there either. */
function examine(path: string, seen: Map<string, Stats>): Stats | undefined {
  const stats = seen.get(path) ?? attempt(() => lstatSync(path));
  if (stats) seen.set(path, stats);
  return stats;
}
