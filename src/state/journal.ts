import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { jsonText } from '../contract/json-text.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { makeFolder } from '../lock/make-folder.js';
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
}

/** What commands on this computer have written to one instance, so that it can be undone. */
export interface Journal {
  /** What this user wrote, newest first. Damaged parts are skipped. */
  entries(): readonly JournalEntry[];
  /**
   * Notes a write before it is sent, so that even a killed process leaves a note. Returns a function that takes the note back.
   * A journal that cannot be written is not an error.
   */
  note(write: JournalWrite): () => void;
  /** Notes something that cannot be undone. */
  noteFinal(what: string): void;
  /** Says that what follows puts back this entry. */
  undoing(number: number): void;
}

export interface JournalParts {
  readonly stateFolder: () => string;
  readonly instanceUrl: string;
  /**
   * The id of the signed-in user, whose entries these are: a plan, for example, is only theirs. For a token from the
   * environment, what stands for it.
   */
  readonly userId: string | undefined;
  readonly command: string;
  readonly now: () => Date;
  /** Called once if a write cannot be noted. */
  readonly warn: (message: string) => void;
}

/** The most entries kept. */
const maxEntries = 100;

/**
 * Opens the journal of an instance: a folder with one file for each command, named by its number. A file is only ever appended
 * to, a line at a time and by one process, so that no lock is needed and a kill damages at most the last line.
 */
export function openJournal(parts: JournalParts): Journal {
  const folder = (): string => join(parts.stateFolder(), 'journal', instanceFolder(parts.instanceUrl));
  let file: string | undefined;
  let undoes: number | undefined;
  let noted = 0;
  let hasFailed = false;
  const add = (line: Row): void => {
    if (file === undefined) {
      makeFolder(folder());
      file = createNext(folder());
      const { userId, command } = parts;
      append(file, { at: parts.now().toISOString(), command, userId, undoes });
    }
    append(file, line);
  };
  return {
    entries: () =>
      numbersIn(folder)
        .flatMap((number) => readEntry(join(folder(), fileName(number)), number, parts.userId) ?? [])
        .filter(({ writes, final }) => writes.length + final.length > 0),
    note(write) {
      const note = ++noted;
      try {
        add({ note, ...write });
      } catch (error) {
        if (!hasFailed) parts.warn(`what is changed now cannot be undone later: ${messageOf(error)}`);
        hasFailed = true;
      }
      return () => attempt(() => add({ takesBack: note }));
    },
    noteFinal: (what) => attempt(() => add({ final: what })),
    undoing(number) {
      undoes = number;
    },
  };
}

function append(file: string, line: Row): void {
  appendFileSync(file, `${jsonText(line)}\n`, { mode: 0o600 });
}

/** Creates the file with the next number, which no other process can then have, and removes the oldest ones. */
function createNext(folder: string): string {
  const numbers = numbersIn(() => folder);
  for (const old of numbers.slice(maxEntries - 1)) attempt(() => rmSync(join(folder, fileName(old)), { force: true }));
  for (let next = (numbers[0] ?? 0) + 1; ; next++) {
    const file = join(folder, fileName(next));
    try {
      closeSync(openSync(file, 'wx', 0o600));
      return file;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function fileName(number: number): string {
  return `${number}.jsonl`;
}

/** Newest first. */
function numbersIn(folder: () => string): readonly number[] {
  try {
    return readdirSync(folder())
      .flatMap((name) => (/^\d{1,9}\.jsonl$/.test(name) ? [Number.parseInt(name, 10)] : []))
      .sort((one, other) => other - one);
  } catch {
    return [];
  }
}

/** Undefined for an entry of another user, and one without a readable first line. */
function readEntry(file: string, number: number, userId: string | undefined): JournalEntry | undefined {
  const [head, ...lines] = readLines(file);
  const [at, command] = [textOf(head?.at), textOf(head?.command)];
  if (at === undefined || command === undefined || textOf(head?.userId) !== userId) return undefined;
  const dropped = new Set(lines.map(({ takesBack }) => takesBack));
  const writes = new Map<string, JournalWrite>();
  for (const line of lines) {
    const write = dropped.has(line.note) ? undefined : readWrite(line);
    if (!write) continue;
    const earlier = writes.get(write.uuid);
    writes.set(write.uuid, earlier ? joinWrites(earlier, write) : write);
  }
  const undoes = typeof head?.undoes === 'number' ? head.undoes : undefined;
  const final = lines.flatMap((line) => textOf(line.final) ?? []);
  return { number, at, command, undoes, writes: [...writes.values()], final };
}

function readLines(file: string): readonly Row[] {
  let text = '';
  attempt(() => {
    text = readFileSync(file, 'utf8');
  });
  // A damaged line keeps its place, since the first one says whose entry it is.
  return text.split('\n').map((line) => {
    try {
      const parsed: unknown = JSON.parse(line);
      return isRow(parsed) ? parsed : {};
    } catch {
      return {};
    }
  });
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

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever reads the journal does without it.
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
