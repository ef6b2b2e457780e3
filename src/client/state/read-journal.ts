import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { codeOf, fileTrouble } from '../../disk/file-trouble.js';
import { readRegular } from '../../disk/read-regular.js';
import { instanceFolder } from './references.js';

/** What a write replaced in one task or ticket, by the fields of its body. */
export interface JournalWrite {
  readonly kind: 'task' | 'ticket';
  readonly uuid: string;
  readonly ref: string;
  readonly from: Row;
  readonly to: Row;
}

/** What one command wrote. */
export interface JournalEntry {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  /** Such as `tickets edit`. */
  readonly command: string;
  /** The number of the entry that this one put back. */
  readonly undoes: number | undefined;
  /** One for each task or ticket. */
  readonly writes: readonly JournalWrite[];
  /** What cannot be undone, such as `a reply to CASA-16`. */
  readonly final: readonly string[];
  readonly file: string;
  /** Whether it, or a part of it, cannot be read. */
  readonly isDamaged: boolean;
}

/** Where the journal of an instance is. */
export function journalFolder(stateFolder: string, instanceUrl: string): string {
  return join(stateFolder, 'journal', instanceFolder(instanceUrl));
}

/** What this user wrote, and what cannot be read, newest first. Throws `failed` if nothing can. */
export function readJournal(folder: string, userId: string | undefined): readonly JournalEntry[] {
  return filesIn(folder)
    .flatMap(({ number, isFile }) => readEntry(join(folder, fileName(number)), { number, isFile, userId }) ?? [])
    .filter(({ writes, final, isDamaged }) => isDamaged || writes.length + final.length > 0);
}

export function fileName(number: number): string {
  return `${number}.jsonl`;
}

/**
 * The files of a journal, newest first; anything else with such a name, such as a pipe, must not be opened. Throws `failed` if
 * the folder is there but cannot be read.
 */
export function filesIn(folder: string): readonly { readonly number: number; readonly isFile: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => /^\d{1,9}\.jsonl$/.test(name))
      .map((each) => ({ number: Number.parseInt(each.name, 10), isFile: each.isFile() }))
      .sort((one, other) => other.number - one.number);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw fileTrouble('read the folder', folder, error);
  }
}

interface Asked {
  readonly number: number;
  readonly isFile: boolean;
  readonly userId: string | undefined;
}

/** Undefined for an entry of another user, and for one that was never begun. */
function readEntry(file: string, { number, isFile, userId }: Asked): JournalEntry | undefined {
  const rows = isFile ? readLines(file) : undefined;
  if (rows?.length === 0) return undefined;
  const [head, ...lines] = rows ?? [];
  const [at, command] = [textOf(head?.at), textOf(head?.command)];
  if (at === undefined || command === undefined)
    return { number, at: '', command: '', undoes: undefined, writes: [], final: [], file, isDamaged: true };
  if (textOf(head?.userId) !== userId) return undefined;
  const dropped = new Set(lines.map((line) => line?.takesBack));
  const writes = new Map<string, JournalWrite>();
  for (const line of lines) {
    const write = line && !dropped.has(line.note) && readWrite(line);
    if (!write) continue;
    const earlier = writes.get(write.uuid);
    writes.set(write.uuid, earlier ? joinWrites(earlier, write) : write);
  }
  const undoes = typeof head?.undoes === 'number' ? head.undoes : undefined;
  const final = [...new Set(lines.flatMap((line) => textOf(line?.final) ?? []))];
  const isDamaged = lines.some((line) => line === undefined || !isKnown(line));
  return { number, at, command, undoes, writes: [...writes.values()], final, file, isDamaged };
}

function isKnown(line: Row): boolean {
  return readWrite(line) !== undefined || textOf(line.final) !== undefined || typeof line.takesBack === 'number';
}

/** The lines of a file, undefined for a damaged one; undefined if nothing can be read. */
function readLines(file: string): readonly (Row | undefined)[] | undefined {
  try {
    const lines = readRegular(file).toString('utf8').split('\n');
    return lines.filter((line) => line !== '').map(readLine);
  } catch {
    return undefined;
  }
}

function readLine(line: string): Row | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isRow(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function readWrite({ kind, uuid, ref, from, to }: Row): JournalWrite | undefined {
  if ((kind !== 'task' && kind !== 'ticket') || typeof uuid !== 'string' || typeof ref !== 'string') return undefined;
  return isRow(from) && isRow(to) ? { kind, uuid, ref, from, to } : undefined;
}

/** Two writes to one entity as one. */
function joinWrites(first: JournalWrite, next: JournalWrite): JournalWrite {
  const from: Record<string, unknown> = { ...next.from, ...first.from };
  for (const [field, items] of Object.entries(next.from))
    if (Array.isArray(items) && Array.isArray(first.from[field]) && Array.isArray(first.to[field]))
      from[field] = before(first.from[field], first.to[field], items);
  return { ...next, from, to: { ...first.to, ...next.to } };
}

/** A list as read between two writes, without what the first one did to it; what others have done to it stays. */
function before(from: readonly unknown[], to: readonly unknown[], between: readonly unknown[]): readonly unknown[] {
  const has = (list: readonly unknown[], item: unknown): boolean => list.some((each) => isDeepStrictEqual(each, item));
  const came = to.filter((item) => !has(from, item));
  const gone = from.filter((item) => !has(to, item) && !has(between, item));
  return [...between.filter((item) => !has(came, item)), ...gone];
}
