import { renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt } from '../contract/errors.js';
import { isRow, type Row } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { hasEnded } from '../disk/processes.js';
import { readRegular } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import type { ClaimParts } from './claim.js';
import type { Entry } from './entry.js';
import { locked, namesIn } from './move-over.js';
import type { NewEntry } from './store.js';

/**
 * Moves decisions that triages of earlier versions have left in this folder into the ledger; `entryOf` gives undefined for what is
 * not a decision. Gives a sentence for each file that cannot be read, which is set aside, and for each that cannot be moved. Throws
 * nothing.
 */
export async function moveDecisions(
  parts: ClaimParts,
  folder: string,
  entryOf: (decision: Row) => NewEntry | undefined,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const pattern = /^(\d+)(?:-(\w+))?(?:\.[0-9a-f]+)?\.json$/;
  for (const name of namesIn(folder, pattern)) {
    const [, id, startedAt = ''] = pattern.exec(name) ?? [];
    if (!hasEnded(parts.processes, Number(id), startedAt)) continue;
    const path = join(folder, name);
    const stays = `decisions of an earlier version stay in ${path}`;
    const move = (): readonly string[] => moveFile(parts, path, entryOf);
    problems.push(...(await locked(parts, { lock: `${path}.lock`, stays, waitMs: 0 }, move)));
  }
  attempt(() => rmdirSync(folder));
  return problems;
}

function moveFile(
  { ledger }: ClaimParts,
  path: string,
  entryOf: (decision: Row) => NewEntry | undefined,
): readonly string[] {
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
