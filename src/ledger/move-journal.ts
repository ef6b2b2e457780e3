import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { instanceFolder } from '../client/state/references.js';
import { TrackerError } from '../contract/errors.js';
import { type Row, textOf } from '../contract/row.js';
import { codeOf, fileTrouble } from '../disk/file-trouble.js';
import { takeOptionalLock } from '../disk/lock.js';
import type { Processes } from '../disk/processes.js';
import { removeQuietly } from '../disk/replace-file.js';
import { type Addition, type Ledger, readLines } from './store.js';

export interface MovingParts {
  readonly ledger: Ledger;
  readonly stateFolder: () => string;
  readonly processes: Processes;
  readonly signal: AbortSignal;
  /** The address of the server whose journal it is, without a slash at the end. */
  readonly url: string;
  readonly warn: (message: string) => void;
}

/** A file of a journal: what a command wrote, with its notes in the form that the ledger has. */
interface OldEntry {
  readonly number: number;
  readonly file: string;
  /** Undefined if it cannot be read, or nothing was begun. */
  readonly head: Row | undefined;
  readonly notes: readonly Row[];
  /** Whether some of it cannot be read. */
  readonly isDamaged: boolean;
}

/** How long another process may take to move a journal (milliseconds). */
const patienceMs = 10_000;

/**
 * Moves what earlier versions noted for `undo` (a file for each command in `journal/`) into the ledger, once. What cannot be read is
 * left there under another name, which a warning says. Never throws.
 */
export async function moveJournal(parts: MovingParts): Promise<void> {
  const { stateFolder, processes, signal, url, warn } = parts;
  try {
    const folder = join(stateFolder(), 'journal', instanceFolder(url));
    if (numbersIn(folder).length === 0) return;
    const onLocked = (cause: TrackerError): TrackerError =>
      new TrackerError('conflict', `another tracker process is still reading ${folder}`, { cause });
    const file = (): string => `${folder}.lock`;
    const { release } = await takeOptionalLock({ processes, signal, file, onLocked, waitMs: patienceMs });
    try {
      moveAll(parts, folder);
    } finally {
      release();
    }
  } catch (error) {
    warn(`what was changed before cannot be undone now: ${error instanceof Error ? error.message : error}`);
  }
}

function moveAll({ ledger, url, warn }: MovingParts, folder: string): void {
  const files = numbersIn(folder).map((number) => readOld(join(folder, `${number}.jsonl`), number));
  const undone = undoneIn(files);
  for (const { number, file, head, notes, isDamaged } of files) {
    const isUndoing = typeof head?.undoes === 'number';
    if (head && !isUndoing) begin(ledger, { url, head, notes, isUndone: undone.has(number) });
    if (isDamaged) renameSync(file, `${file}.damaged`);
    else removeQuietly(file);
  }
  if (files.some(({ isDamaged }) => isDamaged))
    warn(`damaged records of earlier changes were set aside: ${join(folder, '*.damaged')}`);
  else removeQuietly(folder, true);
}

interface OldNotes extends Pick<OldEntry, 'notes'> {
  readonly url: string;
  readonly head: Row;
  readonly isUndone: boolean;
}

function begin(ledger: Ledger, { url, head, notes, isUndone }: OldNotes): void {
  const [at, command = ''] = [textOf(head.at), textOf(head.command)];
  const words = command.split(' ');
  const { number } = ledger.begin({ state: 'done', url, owner: textOf(head.userId) ?? '', words, ...(at && { at }) });
  for (const note of notes) ledger.add(number, note as Addition);
  if (!isUndone) return;
  const writes = ledger.find(number)?.writes.map((write) => ({ ...write, isPutBack: true }));
  ledger.step(number, 'undo', { writes: writes ?? [], undoneAt: number });
}

/** The numbers of what was undone, and not done again by undoing that. */
function undoneIn(entries: readonly OldEntry[]): ReadonlySet<number> {
  const undone = new Set<number>();
  /** What each undo turned, and whether it was undone then. */
  const turns = new Map<number, { readonly first: number; readonly isUndone: boolean }>();
  for (const { number, head } of entries) {
    const target = head?.undoes;
    if (typeof target !== 'number') continue;
    const { first, isUndone } = turns.get(target) ?? { first: target, isUndone: false };
    turns.set(number, { first, isUndone: !isUndone });
    if (isUndone) undone.delete(first);
    else undone.add(first);
  }
  return undone;
}

/** The numbers of the files of a journal, the smallest first. */
function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => Number(/^(\d{1,9})\.jsonl$/.exec(name)?.[1] ?? []))
      .filter((number) => number > 0)
      .sort((one, other) => one - other);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw fileTrouble('read the folder', folder, error);
  }
}

function readOld(file: string, number: number): OldEntry {
  const lines = readLines(file) ?? [];
  const [first, ...others] = lines;
  const head = textOf(first?.at) !== undefined && textOf(first?.command) !== undefined ? first : undefined;
  const isDamaged = (lines.length > 0 && !head) || others.includes(undefined);
  return { number, file, head, notes: others.filter((note) => note !== undefined), isDamaged };
}
