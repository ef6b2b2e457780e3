import { closeSync, constants, lstatSync, openSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt, TrackerError } from '../contract/errors.js';
import { jsonText } from '../contract/json-text.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { codeOf, fileTrouble } from '../disk/file-trouble.js';
import { giveToOwner, makeFolder } from '../disk/folder.js';
import { readRegular } from '../disk/read-regular.js';
import { removeQuietly, replaceFile } from '../disk/replace-file.js';
import { savedFlag } from '../files/editor-file.js';
import { type Entry, type EntryEvent, type EntryState, type EntryWrite, isFinished, placeOf, steps } from './entry.js';

/** What an entry begins with; it may be put into any state. */
export type NewEntry = Pick<Entry, 'state' | 'url' | 'owner' | 'words'> & Partial<Entry>;

/** What is added to an entry without writing it again: a bulk of thousands would take too long otherwise. */
export type Addition =
  | { readonly state: EntryState }
  /** A write that is about to be sent, with a number that no other write of this entry has. */
  | ({ readonly note: number } & EntryWrite)
  /** The write with this number has changed nothing. */
  | { readonly takesBack: number }
  /** With a number as well, if it may be taken back. */
  | { readonly final: string; readonly note?: number }
  /** Whether the write to this task or ticket is put back now. */
  | { readonly turned: string; readonly isPutBack: boolean }
  | { readonly passedAt: number };

/**
 * Everything that was meant to be written from this computer: a file for each entry, named by its number, with mode 0600. Its first
 * line is the entry, and what is added to it follows.
 */
export interface Ledger {
  /** Adds an entry. Throws TrackerError `failed` if it cannot be written. */
  begin(entry: NewEntry): Entry;
  /** Takes a number for a moment, such as that of an undo: what is begun or sent later has a greater one. */
  moment(): number;
  /** Writes an entry again. What an editor saves in a file from then on is its text, even if this process is killed. */
  replace(entry: Entry, editorFile?: string): void;
  /** The same, but gives false instead of throwing if it cannot be written. */
  replaceIfPossible(entry: Entry): boolean;
  /** Throws the error of the file system. */
  add(number: number, addition: Addition): void;
  /** Changes the state, and whatever else changes with it. Throws `conflict` if this cannot happen to it as it is on disk now. */
  step(number: number, event: EntryEvent, change?: Partial<Entry>): Entry;
  /** The entry after that. Where nothing can be written, or it was changed in the meantime, it stays on disk as it is there. */
  stepIfPossible(entry: Entry, event: EntryEvent, change?: Partial<Entry>): Entry;
  /** Leaves nothing of an entry but its number, even if the disk is full. Throws nothing. */
  forget(number: number): void;
  /** Whether nothing was begun after it. */
  isNewest(number: number): boolean;
  /** The entry with this number; undefined if there is none or it is damaged. */
  find(number: number): Entry | undefined;
  /** The entry with the number that somebody typed. Throws `not_found` if there is none, and `failed` with its path if it is damaged. */
  read(name: string): Entry;
  /** All but deleted ones, including damaged ones; the one written last comes first. Throws `failed` if the folder cannot be read. */
  entries(): readonly Entry[];
  /** The file of an entry. */
  path(number: number): string;
  /** The folder for files that belong to an entry and are removed with it. */
  filesFolder(number: number): string;
  /** The file of the lock on an entry. */
  lockFile(number: number): string;
}

/** How many entries are kept; unfinished ones are kept beyond that. */
const mostEntries = 100;

const namePattern = /^(\d{1,15})\.jsonl$/;

/** Opens the ledger in the state folder. Creates nothing until the first entry is added. */
export function openLedger(stateFolder: () => string, now: () => Date): Ledger {
  const folder = (): string => join(stateFolder(), 'ledger');
  const path = (number: number): string => join(folder(), `${number}.jsonl`);
  const filesFolder = (number: number): string => join(folder(), `${number}.files`);
  const lockFile = (number: number): string => join(folder(), `${number}.lock`);
  const find = (number: number): Entry | undefined => {
    const entry = readEntry(path(number), number);
    return entry?.words.length === 0 ? undefined : entry;
  };
  const create = (content: string): number => {
    makeFolder(folder());
    const numbers = numbersIn(folder());
    for (const old of numbers.slice(mostEntries - 1)) {
      const entry = readEntry(path(old), old);
      // What is damaged may be a text.
      if (entry === undefined || (isFinished(entry) && entry.words.length > 0)) remove(old);
    }
    const [newest = 0] = numbers;
    let next = newest + 1;
    while (!createFile(path(next), content)) next++;
    // Its number is not needed any longer to find the next one.
    if (readEntry(path(newest), newest)?.state === 'deleted') remove(newest);
    return next;
  };
  const remove = (number: number): void => {
    for (const each of [path(number), lockFile(number)]) removeQuietly(each);
    removeQuietly(filesFolder(number), true);
  };
  const replace = (entry: Entry, editorFile?: string): void => {
    const text = line({ ...entry, number: undefined, isDamaged: undefined, editorFile });
    try {
      replaceFile(path(entry.number), text, `${path(entry.number)}.new`);
    } catch (cause) {
      throw unwritable(path(entry.number), cause);
    }
  };
  const begin = (given: NewEntry): Entry => {
    const entry = { at: now().toISOString(), writes: [], final: [], ...given };
    try {
      return { ...entry, number: create(line({ ...entry, number: undefined })) };
    } catch (cause) {
      throw unwritable(folder(), cause);
    }
  };
  /** An empty file keeps the number, and can be written where the disk is full. */
  const empty = (number: number): void => {
    try {
      truncateSync(path(number));
    } catch (cause) {
      throw fileTrouble('write', path(number), cause);
    }
    removeQuietly(filesFolder(number), true);
  };
  const step: Ledger['step'] = (number, event, change) => {
    const entry = find(number);
    const state = entry && steps[entry.state][event];
    if (!entry || !state)
      throw new TrackerError('conflict', `draft ${number} was sent, changed or deleted in the meantime`);
    const next: Entry = { ...entry, ...change, state };
    if (state === 'deleted') empty(number);
    else replace(next);
    return next;
  };
  const read = (name: string): Entry => {
    const number = Number(/^\s*(\d{1,15})\s*$/.exec(name)?.[1]);
    const entry = Number.isNaN(number) ? undefined : readEntry(path(number), number);
    if (entry === undefined || entry.state === 'deleted')
      throw new TrackerError('not_found', `draft ${JSON.stringify(name.slice(0, 40))} not found`);
    if (entry.words.length > 0) return entry;
    throw new TrackerError('failed', `draft ${number} is damaged and cannot be read: ${path(number)}`, {
      hint: 'look for your text in the file, then delete it',
    });
  };
  return {
    begin,
    moment: () => begin({ state: 'deleted', url: '', owner: '', words: ['moment'] }).number,
    replace,
    replaceIfPossible(entry) {
      try {
        replace(entry);
        return true;
      } catch {
        return false;
      }
    },
    add: (number, addition) => append(path(number), `\n${line(addition)}`),
    step,
    stepIfPossible: (entry, event, change) =>
      attempt(() => step(entry.number, event, change)) ?? {
        ...entry,
        ...change,
        state: steps[entry.state][event] ?? entry.state,
      },
    forget: (number) => void attempt(() => empty(number)),
    isNewest: (number) => (numbersIn(folder())[0] ?? 0) <= number,
    find,
    read,
    entries() {
      return numbersIn(folder())
        .flatMap((number) => readEntry(path(number), number) ?? [])
        .filter(({ state }) => state !== 'deleted')
        .sort((one, other) => placeOf(other) - placeOf(one));
    },
    path,
    filesFolder,
    lockFile,
  };
}

function line(row: object): string {
  return `${jsonText(row)}\n`;
}

/** Adds to a file, never to one that a link in its place leads to, and never waits for the reader of a pipe. */
function append(path: string, text: string): void {
  const { O_WRONLY, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

function unwritable(path: string, cause: unknown): TrackerError {
  return cause instanceof TrackerError
    ? cause
    : new TrackerError('failed', `cannot save your text in ${path}: ${codeOf(cause)}`, { cause });
}

/** Creates a file that no other process can create then; false if there is one. */
function createFile(path: string, content: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      giveToOwner(file, path);
      writeFileSync(file, content);
    } catch (error) {
      removeQuietly(path);
      throw error;
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The numbers of the entries in a folder, the greatest first. Throws `failed` if there is one that cannot be read. */
function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => Number(namePattern.exec(name)?.[1] ?? []))
      .filter((number) => number > 0)
      .sort((one, other) => other - one);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw fileTrouble('read the folder', folder, error);
  }
}

/** An entry that is damaged has no words; undefined if there is none, or it was never begun. */
function readEntry(file: string, number: number): Entry | undefined {
  const lines = readLines(file);
  if (lines === undefined) return undefined;
  const [head, ...more] = lines;
  const entry = head && readHead(head, number);
  const damaged = { number, state: 'done', at: '', url: '', owner: '', words: [], writes: [], final: [] } as const;
  if (!entry) return { ...damaged, passedAt: more.map((each) => each?.passedAt).findLast(isNumber), isDamaged: true };
  return more.reduce<Entry>((sum, each) => withAddition(sum, each, more), entry);
}

function readHead(head: Row, number: number): Entry | undefined {
  const { words, writes, final, editorFile, ...rest } = head;
  const [state, at, url] = [textOf(head.state), textOf(head.at), textOf(head.url)];
  if (state === undefined || !(state in steps) || at === undefined || url === undefined) return undefined;
  if (!Array.isArray(words) || words.length < 1) return undefined;
  return {
    ...rest,
    ...{ number, at, url, state: state as EntryState, owner: textOf(head.owner) ?? '', words: words.map(String) },
    flags: isRow(head.flags) ? withSaved(head.flags, editorFile) : undefined,
    targets: isRow(head.targets) ? head.targets : undefined,
    decision: isRow(head.decision) ? head.decision : undefined,
    writes: Array.isArray(writes) ? writes.flatMap((each) => readWrite(each) ?? []) : [],
    final: Array.isArray(final) ? final.map(String) : [],
  };
}

/** The flags with what an editor has saved last, if this process or an earlier one opened one and did not see it close. */
function withSaved(flags: Row, editorFile: unknown): Row {
  const saved = typeof editorFile === 'string' ? savedFlag(editorFile) : undefined;
  if (saved === undefined) return flags;
  const { body: _body, ...others } = flags;
  return { ...others, ...saved };
}

function withAddition(entry: Entry, addition: Row | undefined, all: readonly (Row | undefined)[]): Entry {
  if (addition === undefined) return { ...entry, isDamaged: true };
  const { state, note, takesBack, final, turned, isPutBack, passedAt } = addition;
  const isDropped = isNumber(note) && all.some((each) => each?.takesBack === note);
  if (typeof state === 'string' && state in steps) return { ...entry, state: state as EntryState };
  if (typeof final === 'string') return isDropped ? entry : { ...entry, final: [...new Set([...entry.final, final])] };
  if (isNumber(takesBack)) return entry;
  if (isNumber(passedAt)) return { ...entry, passedAt };
  if (typeof turned === 'string')
    return { ...entry, writes: entry.writes.map((each) => (each.uuid === turned ? turn(each, isPutBack) : each)) };
  const write = readWrite(addition);
  if (!write || !isNumber(note)) return { ...entry, isDamaged: true };
  if (isDropped) return entry;
  const earlier = entry.writes.find(({ uuid }) => uuid === write.uuid);
  const others = entry.writes.filter((each) => each !== earlier);
  return { ...entry, writes: [...others, earlier ? joinWrites(earlier, write) : write] };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function turn({ isPutBack: _before, ...write }: EntryWrite, isPutBack: unknown): EntryWrite {
  return isPutBack === true ? { ...write, isPutBack } : write;
}

/** The lines of a file, undefined for a damaged one; undefined if there is no file, or nothing in it. */
export function readLines(file: string): readonly (Row | undefined)[] | undefined {
  try {
    // Another entry must not be read, or changed, in its place.
    if (lstatSync(file).isSymbolicLink()) return [undefined];
    const lines = readRegular(file)
      .toString('utf8')
      .split('\n')
      .filter((each) => each !== '');
    return lines.length === 0 ? undefined : lines.map(readLine);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : [undefined];
  }
}

function readLine(text: string): Row | undefined {
  const parsed: unknown = attempt(() => JSON.parse(text));
  return isRow(parsed) ? parsed : undefined;
}

function readWrite(row: unknown): EntryWrite | undefined {
  if (!isRow(row)) return undefined;
  const { kind, uuid, ref, from, to } = row;
  if ((kind !== 'task' && kind !== 'ticket') || typeof uuid !== 'string' || typeof ref !== 'string') return undefined;
  if (!isRow(from) || !isRow(to)) return undefined;
  return turn({ kind, uuid, ref, from, to }, row.isPutBack);
}

/** Two writes to one task or ticket as one. */
export function joinWrites(first: EntryWrite, next: EntryWrite): EntryWrite {
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
