import { closeSync, constants, openSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, TrackerError } from '../contract/errors.js';
import type { Row } from '../contract/row.js';
import { jsonText } from '../contract/text/json-text.js';
import { codeOf, fileTrouble, tryFile } from '../disk/file-trouble.js';
import { type FindFolder, giveToOwner, makeFolder } from '../disk/folder.js';
import { ownPath } from '../disk/read-regular.js';
import { removeQuietly, replaceFile } from '../disk/replace-file.js';
import {
  type Entry,
  type EntryEvent,
  type EntryState,
  type EntryWrite,
  isFinished,
  type OnceAnswer,
  placeOf,
  steps,
} from './entry.js';
import { type Outline, readOutlines } from './outlines.js';
import { readEntry } from './read-entry.js';
import { isLocal, isStanding } from './snoozes.js';
import { setMark } from './waiting.js';

/** What an entry begins with; it may be put into any state. */
export type NewEntry = Pick<Entry, 'state' | 'url' | 'owner' | 'words'> & Partial<Entry>;

/** What is added to an entry without writing it again: a bulk of thousands would take too long otherwise. */
export type Addition =
  | { readonly state: EntryState }
  /** A write that is about to be sent, with a number that no other write of this entry has. */
  | ({ readonly note: number } & EntryWrite)
  /** What was written to the task or ticket with this uuid has arrived. */
  | { readonly arrived: string; readonly ref?: string }
  /** The write with this number has changed nothing. */
  | { readonly takesBack: number }
  /** With a number as well, if it may be taken back. */
  | { readonly final: string; readonly note?: number }
  /** Whether the write to this task or ticket is put back now. */
  | { readonly turned: string; readonly isPutBack: boolean }
  /** The entry that it was to follow, and that was refused. */
  | { readonly after: number }
  /** What is sent only once has arrived; and then what its command has given back. */
  | { readonly answer: OnceAnswer }
  | { readonly result: Row }
  | { readonly passedAt: number };

/** How many entries are kept; unfinished ones are kept beyond that. */
const mostEntries = 100;

/** How many of the others are looked at whenever one is added. */
const mostRemoved = 16;

const namePattern = /^(\d{1,15})\.jsonl$/;

export type Ledger = Readonly<ReturnType<typeof openLedger>>;

/**
 * Everything that was meant to be written from this computer, in the state folder: a file for each entry, named by its number, with
 * mode 0600. Its first line is the entry, and what is added to it follows. Nothing is created until the first entry is added;
 * `author` is whoever adds them, if that is an agent.
 */
export function openLedger(stateFolder: FindFolder, now: () => Date, author?: string) {
  const files = entryFiles(stateFolder, now);
  const { folder, path, filesFolder, lockFile } = files;
  const outlines = new Map<number, Outline>();
  /** What an agent may not send itself does not wait, since a person's next command would send it. */
  const unqueued = <E extends Pick<Entry, 'state'>>(entry: E): E =>
    author !== undefined && entry.state === 'waiting' ? { ...entry, state: 'unsent' } : entry;
  const read = (number: number): Entry | undefined => readEntry(path(number), number);
  const ledger = {
    ...{ now, path, filesFolder, lockFile },
    /** Adds an entry. Throws TrackerError `failed` if it cannot be written. */
    begin(given: NewEntry): Entry {
      const isProposal = given.state === 'proposed' || undefined;
      const entry = unqueued({ at: now().toISOString(), writes: [], final: [], author, isProposal, ...given });
      const create = (): number => files.create(line({ ...entry, number: undefined }));
      try {
        makeFolder(folder());
        return { ...entry, number: writeMarked(stateFolder, entry, create) };
      } catch (cause) {
        throw unwritable(folder(), cause);
      }
    },
    /** Takes a number for a moment, such as that of an undo: what is begun or sent later has a greater one. */
    moment: (): number => ledger.begin({ state: 'deleted', url: '', owner: '', words: ['moment'] }).number,
    /** Writes an entry again. What an editor saves in a file from then on is its text, even if this process is killed. */
    replace(given: Entry, editorFile?: string): void {
      const entry = unqueued(given);
      const file = path(entry.number);
      const text = line({ ...entry, number: undefined, isDamaged: undefined, editorFile });
      try {
        writeMarked(stateFolder, entry, () => replaceFile(file, text, `${file}.new`));
      } catch (cause) {
        throw unwritable(file, cause);
      }
    },
    /** The same, but gives false instead of throwing if it cannot be written. */
    replaceIfPossible(entry: Entry): boolean {
      try {
        ledger.replace(entry);
        return true;
      } catch {
        return false;
      }
    },
    /** Throws the error of the file system. */
    add: (number: number, addition: Addition): void => append(path(number), `\n${line(addition)}`),
    /** Changes the state, and whatever else changes with it. Throws `conflict` if this cannot happen to it as it is on disk now. */
    step(number: number, event: EntryEvent, change?: Partial<Entry>): Entry {
      const entry = ledger.find(number);
      const state = entry && steps[entry.state][event];
      if (!entry || !state)
        throw new TrackerError('conflict', `draft ${number} was sent, changed or deleted in the meantime`);
      // A person has decided about it anew.
      const isMeant = event === 'queue' || event === 'send';
      const retries = event === 'send' && entry.state === 'doubtful' ? (entry.retries ?? 0) + 1 : entry.retries;
      // Whoever else sends what an agent has written goes on with it.
      const isTakenOver = event === 'send' && entry.author !== author;
      const isProposal = entry.isProposal || state === 'proposed' || isTakenOver || undefined;
      const meant = isMeant && { after: undefined, why: undefined };
      const next = unqueued<Entry>({ ...entry, ...meant, ...change, state, retries, isProposal });
      if (state === 'deleted' && !next.isProposal) files.empty(number);
      else ledger.replace(next);
      return next;
    },
    /** The entry after that. Where nothing can be written, or it was changed in the meantime, it stays on disk as it is there. */
    stepIfPossible(entry: Entry, event: EntryEvent, change?: Partial<Entry>): Entry {
      const state = steps[entry.state][event] ?? entry.state;
      return attempt(() => ledger.step(entry.number, event, change)) ?? { ...entry, ...change, state };
    },
    /** Leaves nothing of an entry but its number, even if the disk is full. Throws nothing. */
    forget: (number: number): void => void attempt(() => files.empty(number)),
    isNewest: (number: number): boolean => (numbersIn(folder())[0] ?? 0) <= number,
    /** The entry with this number; undefined if there is none or it is damaged. */
    find(number: number): Entry | undefined {
      const entry = read(number);
      return entry?.words.length === 0 ? undefined : entry;
    },
    /** Whether there is an entry with this number that cannot be read. */
    isDamaged: (number: number): boolean => read(number)?.words.length === 0,
    /** The entry with the number that somebody typed. Throws `not_found` if there is none, and `failed` with its path if it is damaged. */
    read(name: string): Entry {
      const number = Number(/^\s*(\d{1,15})\s*$/.exec(name)?.[1]);
      const entry = Number.isNaN(number) ? undefined : read(number);
      if (entry === undefined || (entry.state === 'deleted' && !entry.isProposal)) throw noDraft(name);
      if (entry.words.length > 0) return entry;
      throw unreadable(number, path(number));
    },
    /** All but deleted ones, including damaged ones; the one written last comes first. Throws `failed` if the folder cannot be read. */
    entries: (): readonly Entry[] => inOrder(numbersIn(folder()).flatMap((number) => read(number) ?? [])),
    /**
     * Those that are not left out, and not finished unless they put something off or have a key; what has not changed is read once.
     * Where there are many, what nobody is sending has no flags.
     */
    outlines(isLeftOut = (_number: number): boolean => false): readonly Entry[] {
      const numbers = numbersIn(folder()).filter((number) => !isLeftOut(number));
      return inOrder(readOutlines(folder(), numbers, outlines));
    },
  };
  return ledger;
}

/** Where the files of entries are, and everything done to them except reading and replacing. */
function entryFiles(stateFolder: FindFolder, now: () => Date) {
  const folder = (): string => stateFolder('ledger');
  const path = (number: number): string => join(folder(), `${number}.jsonl`);
  /** The folder for files that belong to an entry and are removed with it. */
  const filesFolder = (number: number): string => stateFolder('ledger', `${number}.files`);
  const lockFile = (number: number): string => ownPath(join(folder(), `${number}.lock`));
  const remove = (number: number): void => {
    for (const each of [path(number), lockFile(number)]) removeQuietly(each);
    removeQuietly(filesFolder(number), true);
  };
  return {
    ...{ folder, path, filesFolder, lockFile },
    /** Creates a file with the next number, and removes some of those that are too old. */
    create(content: string): number {
      const numbers = numbersIn(folder());
      const old = numbers.slice(mostEntries - 1);
      // A few at a time, in turn: all of a thousand unsent texts would take longer to read than a write.
      const first = ((numbers[0] ?? 0) * mostRemoved) % Math.max(old.length, 1);
      for (const number of [...old, ...old].slice(first, first + Math.min(old.length, mostRemoved))) {
        const entry = readEntry(path(number), number);
        // What is damaged may be a text.
        if (entry === undefined || (isFinished(entry) && entry.words.length > 0 && !isNeeded(entry, now())))
          remove(number);
      }
      const [newest = 0] = numbers;
      let next = newest + 1;
      while (!createFile(path(next), content)) next++;
      // Its number is not needed any longer to find the next one. What is empty may be about to be written.
      const last = readEntry(path(newest), newest);
      if (last?.state === 'deleted' && !isNeeded(last, now())) remove(newest);
      return next;
    },
    /** An empty file keeps the number, and can be written where the disk is full. */
    empty(number: number): void {
      tryFile('write', path(number), () => truncateSync(path(number)));
      removeQuietly(filesFolder(number), true);
    },
  };
}

/** Says that an entry is there before it is, as a process may be killed, and again, as another may have found nothing meanwhile. */
function writeMarked<T>(
  stateFolder: FindFolder,
  { state, flags, isRunning = false, writes }: Pick<Entry, 'state' | 'flags' | 'isRunning' | 'writes'>,
  write: () => T,
): T {
  const mark = (): void => {
    if (state === 'waiting') setMark('waiting', stateFolder, true);
    if (flags && !isRunning && !isFinished({ state })) setMark('unsent', stateFolder, true);
    if (writes.some(isLocal)) setMark('snoozed', stateFolder, true);
  };
  mark();
  const written = write();
  mark();
  return written;
}

/** How long it is known what became of a proposal, and what was sent with a key (milliseconds). */
export const knownMs = 30 * 24 * 60 * 60_000;

/** Whether an entry that is finished says something that is still needed, so that its file must stay. */
function isNeeded(entry: Entry, now: Date): boolean {
  const isKnown = now.getTime() - Date.parse(entry.turnedAt ?? entry.at) < knownMs;
  return isStanding(entry, now) || (isKnown && (entry.once !== undefined || entry.isProposal === true));
}

function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ state }) => state !== 'deleted').sort((one, other) => placeOf(other) - placeOf(one));
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

/** The error for a number that is no draft's. */
export function noDraft(name: string): TrackerError {
  const hint = 'tracker drafts list';
  return new TrackerError('not_found', `draft ${JSON.stringify(name.slice(0, 40))} not found`, { hint });
}

/** The error for an entry whose file cannot be understood. */
export function unreadable(number: number, path: string): TrackerError {
  const why = 'it is damaged, or a newer version of tracker wrote it';
  return new TrackerError('failed', `draft ${number} cannot be read: ${why}: ${path}`, {
    hint: `look for your text in the file, then: tracker drafts delete ${number}`,
  });
}

function unwritable(path: string, cause: unknown): TrackerError {
  return cause instanceof TrackerError ? cause : fileTrouble('write', path, cause);
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
export function numbersIn(folder: string): readonly number[] {
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
