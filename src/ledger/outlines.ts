import { lstatSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { attempt, Unsafe } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { readOwn, requireOwn } from '../disk/read-regular.js';
import { replaceFile } from '../disk/replace-file.js';
import { type Entry, isBlank, isFinished } from './entry.js';
import { readEntry } from './read-entry.js';
import { isLocal } from './snoozes.js';

/** An entry, without the words of a text that nobody is sending, and which state of its file it was read from. */
export interface Outline {
  readonly stamp: string;
  /** Undefined for what is finished, unless it puts something off or has a key. */
  readonly entry?: Entry | undefined;
}

/** How many of those that are not in the file of outlines yet are worth writing it. */
const many = 16;

/**
 * The entries with these numbers that are unfinished, put something off or have a key, in which what nobody is sending has no flags
 * if there are many: neither what was written before nor a thousand old texts may slow down every write. Those whose file is as it
 * was when they were put into `read` are not read again.
 */
export function readOutlines(at: string, numbers: readonly number[], read: Map<number, Outline>): readonly Entry[] {
  if (numbers.length === 0) return [];
  const file = join(at, 'outlines.json');
  const folder = statSync(at);
  const isLong = numbers.length >= many;
  if (isLong && read.size === 0)
    for (const [number, outline] of Object.entries(readKnown(file))) read.set(Number(number), outline);
  let added = 0;
  const entries = numbers.flatMap((number) => {
    const path = `${at}${sep}${number}.jsonl`;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) requireOwn(path, stats, folder);
    const stamp = stampOf(stats);
    const before = read.get(number);
    if (before?.stamp === stamp) return before.entry ?? [];
    const entry = readEntry(path, number);
    const isDone = entry !== undefined && isFinished(entry) && !entry.once && !entry.writes.some(isLocal);
    // An editor may save more of these in a file of its own.
    if (!entry || entry.state === 'writing' || (!isDone && isBlank(entry))) return entry ?? [];
    const isText = isLong && entry.state === 'unsent';
    const isKnown = isLong && entry.once !== undefined && isFinished(entry);
    if (isDone || isText || isKnown) added++;
    read.set(number, { stamp, entry: isDone ? undefined : isText || isKnown ? briefly(entry) : entry });
    return read.get(number)?.entry ?? [];
  });
  if (added >= many) {
    const known = numbers.map((number) => [number, read.get(number)] as const);
    const isLasting = ({ entry }: Partial<Outline> = {}): boolean =>
      !entry || isFinished(entry) || entry.state === 'unsent';
    attempt(() => replaceFile(file, JSON.stringify(Object.fromEntries(known.filter(([, each]) => isLasting(each))))));
  }
  return entries;
}

function briefly({ flags, once, ...entry }: Entry): Entry {
  return { ...entry, flags: flags && {}, once: once && { ...once, answer: undefined, result: undefined } };
}

function readKnown(file: string): Readonly<Record<string, Outline>> {
  try {
    const read: unknown = JSON.parse(readOwn(file).toString('utf8'));
    return isRow(read) ? (read as Record<string, Outline>) : {};
  } catch (error) {
    if (error instanceof Unsafe) throw error;
    return {};
  }
}

/** Different for every change of a file, even for two within the same tick of its clock. */
export function stampOf({ ino, size, mtimeMs }: Partial<Stats> = {}): string {
  return `${ino} ${size} ${mtimeMs}`;
}
