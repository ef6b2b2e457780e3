import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TrackerError } from '../../contract/errors.js';
import { jsonText } from '../../contract/json-text.js';
import type { Row } from '../../contract/row.js';
import { fileTrouble } from '../../disk/file-trouble.js';
import { giveToOwner, makeFolder } from '../../disk/folder.js';
import { fileName, filesIn, type JournalEntry, type JournalWrite, journalFolder, readJournal } from './read-journal.js';

/** What commands on this computer have written to one instance, so that it can be undone. */
export interface Journal {
  /** What this user wrote, and what cannot be read, newest first. */
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
  /** Begins another entry, for a program that does what several commands do. */
  begin(command: string): void;
  /** Whether a write could not be noted since the entry was begun that was begun last. */
  isLost(): boolean;
  /** Whether this process has begun the entry with this number. */
  isOurs(number: number): boolean;
  /** The number of the entry that was begun last; undefined while nothing is noted in it that has not been taken back. */
  number(): number | undefined;
}

interface JournalParts {
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
  const folder = (): string => journalFolder(parts.stateFolder(), parts.instanceUrl);
  let file: string | undefined;
  let { command } = parts;
  const ours = new Set<number>();
  let undoes: number | undefined;
  let noted = 0;
  /** What is noted in the entry and has not been taken back. */
  const standing = new Set<number>();
  let hasFailed = false;
  let isLost = false;
  const add = (line: Row): void => {
    if (file === undefined) {
      makeFolder(folder());
      file = createNext(folder());
      ours.add(numberOf(file));
      const { userId, now } = parts;
      append(file, { at: now().toISOString(), command, userId, undoes });
    }
    append(file, line);
  };
  return {
    entries: () => readJournal(folder(), parts.userId),
    note(write) {
      const note = ++noted;
      try {
        add({ note, ...write });
        standing.add(note);
      } catch (error) {
        const { message } = error instanceof TrackerError ? error : fileTrouble('write', folder(), error);
        if (!hasFailed) parts.warn(`what is changed now cannot be undone later: ${message}`);
        [hasFailed, isLost] = [true, true];
      }
      return () => {
        standing.delete(note);
        attempt(() => add({ takesBack: note }));
      };
    },
    noteFinal(what) {
      standing.add(++noted);
      attempt(() => add({ final: what }));
    },
    undoing(number) {
      undoes = number;
    },
    begin(next) {
      [file, undoes, command, isLost] = [undefined, undefined, next, false];
      standing.clear();
    },
    isLost: () => isLost,
    isOurs: (number) => ours.has(number),
    number: () => (file === undefined || standing.size === 0 ? undefined : numberOf(file)),
  };
}

function numberOf(file: string): number {
  return Number.parseInt(basename(file), 10);
}

function append(file: string, line: Row): void {
  appendFileSync(file, `${jsonText(line)}\n`, { mode: 0o600 });
}

/** Creates the file with the next number, which no other process can then have, and removes the oldest ones. */
function createNext(folder: string): string {
  const numbers = filesIn(folder).map(({ number }) => number);
  for (const old of numbers.slice(maxEntries - 1)) attempt(() => rmSync(join(folder, fileName(old)), { force: true }));
  for (let next = (numbers[0] ?? 0) + 1; ; next++) {
    const file = join(folder, fileName(next));
    try {
      const opened = openSync(file, 'wx', 0o600);
      giveToOwner(opened, file);
      closeSync(opened);
      return file;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever reads the journal does without it.
  }
}
