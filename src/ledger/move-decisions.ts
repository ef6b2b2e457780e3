import { readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { TrackerError } from '../contract/errors.js';
import { isRow, type Row } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { takeOptionalLock } from '../disk/lock.js';
import { hasEnded } from '../disk/processes.js';
import { readRegular } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import type { ClaimParts } from './claim.js';
import type { Entry } from './entry.js';
import type { NewEntry } from './store.js';

/**
 * Moves decisions that triages of earlier versions have left in this folder into the ledger; `entryOf` gives undefined for what is
 * none. Gives a sentence for each file that cannot be read, which is set aside, and for each that cannot be moved. Throws nothing.
 */
export async function moveDecisions(
  parts: ClaimParts,
  folder: string,
  entryOf: (decision: Row) => NewEntry | undefined,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const name of namesIn(folder)) {
    const [, id, startedAt = ''] = /^(\d+)(?:-(\w+))?(?:\.[0-9a-f]+)?\.json$/.exec(name) ?? [];
    if (id === undefined || !hasEnded(parts.processes, Number(id), startedAt)) continue;
    try {
      problems.push(...(await moveFile(parts, join(folder, name), entryOf)));
    } catch (error) {
      if (error instanceof TrackerError && error.kind === 'conflict') continue;
      const why = error instanceof TrackerError ? error.message : codeOf(error);
      problems.push(`decisions of an earlier version stay in ${join(folder, name)}: ${why}`);
    }
  }
  try {
    rmdirSync(folder);
  } catch {
    // There is none, or something is left in it.
  }
  return problems;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function moveFile(
  { ledger, processes, signal }: ClaimParts,
  path: string,
  entryOf: (decision: Row) => NewEntry | undefined,
): Promise<readonly string[]> {
  const onLocked = (cause: TrackerError): TrackerError => new TrackerError('conflict', 'in use', { cause });
  const lock = await takeOptionalLock({ processes, signal, file: () => `${path}.lock`, onLocked, waitMs: 0 });
  try {
    const rows = readRows(path);
    if (rows === undefined) {
      renameSync(path, `${path}.damaged`);
      return [`decisions of an earlier version are damaged and cannot be read: ${path}.damaged`];
    }
    for (const entry of rows.flatMap((row) => (isRow(row) ? (entryOf(row) ?? []) : []))) {
      const same = ledger.entries().find((each) => isSame(each, entry));
      // A draft that was moved before has its text; what is waiting was moved by a process that was cut off.
      if (same?.state === 'unsent' && entry.state === 'waiting') ledger.step(same.number, 'queue', entry);
      else if (!same) ledger.begin(entry);
    }
    removeQuietly(path);
    return [];
  } finally {
    lock.release();
  }
}

/** Undefined if the file is damaged; empty if it is gone. */
function readRows(path: string): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(readRegular(path).toString('utf8'));
    return Array.isArray(parsed) ? parsed : undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? [] : undefined;
  }
}

function isSame(one: Entry, other: NewEntry): boolean {
  const isOpen = one.state === 'unsent' || one.state === 'waiting' || one.state === 'doubtful';
  const textOf = ({ flags }: Pick<NewEntry, 'flags'>) => flags?.body;
  const isSameText = textOf(one) !== undefined && textOf(one) === textOf(other);
  return (
    isOpen && isDeepStrictEqual(one.words, other.words) && (isSameText || isDeepStrictEqual(one.flags, other.flags))
  );
}
