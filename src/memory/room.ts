import { existsSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { isRow, rowsOf, textOf, uuidOf } from '../contract/row.js';
import { isFinished } from '../contract/server-word.js';
import { withOpen } from '../disk/folder.js';
import { openOwn } from '../disk/read-regular.js';
import { changesName, memoryIn, noRoomFile, textsFile, usedAt } from './folder.js';
import { entityOf, lookedUp } from './keepable.js';
import { noteNoRoom } from './no-room.js';
import { readSealed } from './recall.js';

/** After how long what is unfinished was left by a killed process, and is the first to go (milliseconds). */
const abandonedMs = 60 * 60 * 1000;

/** The memories of all accounts of all servers, which have one limit together. */
export function allMemories(cacheFolder: string): readonly string[] {
  const below = (folder: string): readonly string[] =>
    (attempt(() => readdirSync(folder)) ?? []).map((name) => join(folder, name));
  return below(cacheFolder)
    .flatMap(below)
    .map(memoryIn)
    .filter((folder) => existsSync(folder));
}

/** How much a folder has (bytes). */
export function measure(folder: string): number {
  return filesIn(folder).reduce((sum, { size }) => sum + size, 0);
}

interface File {
  readonly path: string;
  readonly size: number;
  readonly used: number;
  /** Whether it is only in the way: what a killed process left, and texts, which the next search makes of the others. */
  readonly isExtra: boolean;
}

function filesIn(folder: string): readonly File[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    const isUnfinished = name.endsWith('.tmp');
    if (
      !stats ||
      name === changesName ||
      name === noRoomFile ||
      (isUnfinished && Date.now() - stats.mtimeMs < abandonedMs)
    )
      return [];
    return [{ path, size: stats.size, used: usedAt(stats), isExtra: isUnfinished || path === textsFile(folder) }];
  });
}

/** What goes first. */
const classes = ['needless', 'finished', 'unfinished', 'list'] as const;

/**
 * Removes what was least used if all memories have more than `most` (bytes), down to three quarters of it: what is larger than
 * that itself, finished things, then what waits and what is unfinished, and lists last, the largest first. Gives what they have
 * then, and the addresses of what had no room.
 */
export function trim(cacheFolder: string, most: number): { readonly bytes: number; readonly removed: readonly URL[] } {
  const files = allMemories(cacheFolder).flatMap((folder) => attempt(() => filesIn(folder)) ?? []);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return { bytes, removed: [] };
  const known = files.map((file) => ({ ...file, url: file.isExtra ? undefined : addressIn(file) }));
  const unfinished = new Set(known.flatMap(({ url, path }) => (url && !entityOf(url) ? unfinishedIn(path) : [])));
  const left = most * 0.75;
  const classOf = ({ url, size }: (typeof known)[number]): (typeof classes)[number] => {
    const entity = url && entityOf(url);
    if (!url || size > left || lookedUp(url)) return 'needless';
    if (!entity) return 'list';
    return unfinished.has(basename(entity.pathname)) ? 'unfinished' : 'finished';
  };
  // One large list that goes makes room for all others.
  const placed = known.map((file) => {
    const is = classOf(file);
    return { ...file, place: classes.indexOf(is), order: is === 'list' ? -file.size : file.used };
  });
  const removed = new Map<string, URL[]>();
  for (const { path, size, url } of placed.sort((one, other) => one.place - other.place || one.order - other.order)) {
    if (bytes <= left) break;
    attempt(() => rmSync(path, { force: true }));
    bytes -= size;
    if (url) removed.set(dirname(path), [...(removed.get(dirname(path)) ?? []), url]);
  }
  for (const [folder, urls] of removed) noteNoRoom(folder, most, urls);
  return { bytes, removed: [...removed.values()].flat() };
}

/** More than follows an answer in its file, unless its address is very long (bytes). */
const longestSeal = 4096;

/** The address of what is in a file; undefined if it is no answer. */
function addressIn({ path, size }: File): URL | undefined {
  return attempt(() => {
    const end = Buffer.alloc(Math.min(size, longestSeal));
    withOpen(openOwn(path), (file) => readSync(file, end, 0, end.length, size - end.length));
    return new URL((JSON.parse(end.toString('utf8', end.lastIndexOf(0x0a) + 1)) as { url: string }).url);
  });
}

/** The ids of what is not finished in the list of a file. */
function unfinishedIn(path: string): readonly string[] {
  const list = attempt(() => JSON.parse(String(readSealed(path)?.bytes)) as unknown);
  const rows = isRow(list) ? ['tasks', 'tickets', 'projects'].flatMap((field) => rowsOf(list[field])) : rowsOf(list);
  return rows.filter(({ status }) => !isFinished(textOf(status))).map(uuidOf);
}
