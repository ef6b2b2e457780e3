import { lstatSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { attempt, Unsafe } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { readOwn, requireOwn } from '../disk/read-regular.js';
import { replaceFile } from '../disk/replace-file.js';
import { type Entry, isBlank } from './entry.js';
import { readEntry } from './read-entry.js';

/** A text that nobody is sending, without its words, and which state of its file it was read from. */
interface Outline {
  readonly stamp: string;
  readonly entry: Entry;
}

/** How many of those that are not in the file of outlines yet are worth writing it. */
const many = 50;

/**
 * The entries with these numbers, in which what nobody is sending has no flags if there are many: a thousand old texts must not
 * slow down every write. Those whose file is as it was are not read again.
 */
export function readOutlines(at: string, numbers: readonly number[]): readonly Entry[] {
  const file = join(at, 'outlines.json');
  const folder = numbers.length < many ? undefined : statSync(at);
  const known = folder ? readKnown(file) : {};
  const kept: Record<string, Outline> = {};
  let added = 0;
  const entries = numbers.flatMap((number) => {
    const path = `${at}${sep}${number}.jsonl`;
    const stats = folder && lstatSync(path, { throwIfNoEntry: false });
    if (stats) requireOwn(path, stats, folder);
    const stamp = stampOf(stats);
    const before = known[number];
    const entry = before?.stamp === stamp ? before.entry : readEntry(path, number);
    if (entry?.state !== 'unsent' || isBlank(entry) || !folder) return entry ?? [];
    if (entry !== before?.entry) added++;
    kept[number] = { stamp, entry: { ...entry, flags: entry.flags && {} } };
    return kept[number].entry;
  });
  if (added >= many) attempt(() => replaceFile(file, JSON.stringify(kept)));
  return entries;
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
