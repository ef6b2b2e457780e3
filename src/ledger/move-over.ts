import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt, TrackerError, Unsafe } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { takeOptionalLock } from '../disk/lock.js';
import { hasEnded } from '../disk/processes.js';
import { ownPath, readOwn } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import type { ClaimParts } from './claim.js';
import type { Entry } from './entry.js';
import { readLines } from './read-entry.js';
import type { Addition, Ledger, NewEntry } from './store.js';

/** Files that earlier versions have left in a folder. */
interface Old {
  readonly paths: readonly string[];
  /** The lock that earlier versions take on a file. */
  readonly lockOf: (path: string) => string;
  /** What is in a file, in messages. */
  readonly what: string;
  /** False if the file is damaged. */
  readonly move: (ledger: Ledger, path: string) => boolean;
}

/**
 * Moves files into the ledger. Gives a sentence for each that cannot be read, which is set aside, and for each that cannot be moved;
 * one that an earlier version still uses is left to it. Throws nothing.
 */
async function moveFiles(parts: ClaimParts, { paths, lockOf, what, move }: Old): Promise<readonly string[]> {
  const moveOne = (path: string): readonly string[] => {
    const isWhole = !existsSync(path) || move(parts.ledger, path);
    if (isWhole) removeQuietly(path);
    else renameSync(path, `${path}.damaged`);
    return isWhole ? [] : [`${what} of an earlier version is damaged and cannot be read: ${path}.damaged`];
  };
  const problems: string[] = [];
  for (const path of paths) {
    const locking = { lock: lockOf(path), stays: `${what} of an earlier version stays in ${path}` };
    problems.push(...(await locked(parts, locking, () => moveOne(path))));
  }
  return problems;
}

/** Moves the drafts of earlier versions in this folder. */
export async function moveDrafts(parts: ClaimParts, folder: string): Promise<readonly string[]> {
  const writtenAt = (path: string): string => readDraft(path)?.at ?? '';
  const problems = await moveFiles(parts, {
    paths: pathsIn(folder, /^d[a-z0-9]{5}\.json$/).toSorted((one, other) =>
      writtenAt(one).localeCompare(writtenAt(other)),
    ),
    lockOf: (path) => path.replace(/\.json$/, '.lock'),
    what: 'a draft',
    move: moveDraft,
  });
  attempt(() => rmdirSync(folder));
  return problems;
}

/** Moves what triages of earlier versions have left in this folder; `entryOf` gives undefined for what is not a decision. */
export async function moveDecisions(
  parts: ClaimParts,
  folder: string,
  entryOf: (decision: Row) => NewEntry | undefined,
): Promise<readonly string[]> {
  const pattern = /(\d+)(?:-(\w+))?(?:\.[0-9a-f]+)?\.json$/;
  const isLeft = (path: string): boolean => {
    const [, id, startedAt = ''] = pattern.exec(path) ?? [];
    return hasEnded(parts.processes, Number(id), startedAt);
  };
  const problems = await moveFiles(parts, {
    paths: pathsIn(folder, pattern).filter(isLeft),
    lockOf: (path) => `${path}.lock`,
    what: 'a file of decisions',
    move: (ledger, path) => {
      const rows = readJson(path);
      if (!Array.isArray(rows)) return false;
      for (const row of rows) moveDecision(ledger, isRow(row) ? entryOf(row) : undefined);
      return true;
    },
  });
  attempt(() => rmdirSync(folder));
  return problems;
}

/** Moves what earlier versions noted for `undo` on one server, in a file for each command. */
export async function moveJournal(parts: ClaimParts, folder: string, url: string): Promise<readonly string[]> {
  const locking = { lock: `${folder}.lock`, stays: 'earlier changes cannot be undone now', waitMs: 10_000 };
  return await locked(parts, locking, () => moveNotes(parts, folder, url));
}

/** Moves something under its lock; what another process has locked is left to it. `stays` is said if it cannot be moved. */
async function locked(
  { processes, signal }: ClaimParts,
  { lock, stays, waitMs = 0 }: { readonly lock: string; readonly stays: string; readonly waitMs?: number },
  move: () => readonly string[],
): Promise<readonly string[]> {
  const onLocked = (cause: TrackerError): TrackerError => new TrackerError('conflict', 'in use', { cause });
  try {
    const { release } = await takeOptionalLock({ processes, signal, file: () => ownPath(lock), onLocked, waitMs });
    try {
      return move();
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof Unsafe) throw error;
    if (error instanceof TrackerError && error.kind === 'conflict') return [];
    return [`${stays}: ${error instanceof TrackerError ? error.message : codeOf(error)}`];
  }
}

/** The files in a folder whose names match; none if it cannot be read. */
function pathsIn(folder: string, pattern: RegExp): readonly string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

/** Undefined if it is damaged, or gone. */
function readJson(path: string): unknown {
  return attempt(() => JSON.parse(readOwn(path).toString('utf8')) as unknown);
}

interface OldDraft extends NewEntry {
  readonly flags: Row;
  readonly editorFile: unknown;
}

/** Undefined if it is damaged, or gone. */
function readDraft(path: string): OldDraft | undefined {
  const parsed = readJson(path);
  if (!isRow(parsed)) return undefined;
  const { words, flags, targets, userId, editorFile, mayHaveArrived } = parsed;
  const [at, url] = [textOf(parsed.createdAt), textOf(parsed.url)];
  if (!isRow(flags) || !Array.isArray(words) || words.length < 2 || at === undefined || url === undefined)
    return undefined;
  return {
    ...{ at, url, flags, editorFile, words: words.map(String), targets: isRow(targets) ? targets : undefined },
    state: mayHaveArrived === true ? 'doubtful' : 'unsent',
    // An empty id stood for a token from the environment, whose user was not known.
    ...(userId === '' ? { owner: 'a token' } : { owner: textOf(userId) ?? '', userId: textOf(userId) }),
  };
}

function moveDraft(ledger: Ledger, path: string): boolean {
  const draft = readDraft(path);
  if (!draft) return false;
  const { editorFile, ...entry } = draft;
  // It is there already if an earlier move was cut off.
  const begun = ledger.entries().find((each) => isMoved(each, entry)) ?? ledger.begin(entry);
  const [from, to] = [path.replace(/\.json$/, '.files'), ledger.filesFolder(begun.number)];
  if (existsSync(from)) renameSync(from, to);
  const moved = (file: unknown): unknown =>
    typeof file === 'string' && file.startsWith(from + sep) ? to + file.slice(from.length) : file;
  const { attach, bodyFile } = entry.flags;
  const flags = {
    ...entry.flags,
    ...(Array.isArray(attach) && { attach: attach.map(moved) }),
    ...(bodyFile !== undefined && { bodyFile: moved(bodyFile) }),
  };
  ledger.replace({ ...begun, flags }, textOf(moved(editorFile)));
  return true;
}

/** Whether an entry is what this draft became; of two that were written in the same moment, each becomes one. */
function isMoved(one: Entry, other: NewEntry): boolean {
  const partsOf = ({ at, url, owner, words, flags = {} }: NewEntry | Entry): unknown => {
    const { attach, bodyFile, ...texts } = flags;
    return [at, url, owner, words, texts, [attach, bodyFile].flat().map((path) => basename(String(path)))];
  };
  return isDeepStrictEqual(partsOf(one), partsOf(other));
}

function moveDecision(ledger: Ledger, entry: NewEntry | undefined): void {
  const same = entry && ledger.entries().find((each) => isSame(each, entry));
  // A draft that was moved before has its text; what is waiting was moved by a process that was cut off.
  if (same?.state === 'unsent' && entry?.state === 'waiting') ledger.step(same.number, 'queue', entry);
  else if (entry && !same) ledger.begin(entry);
}

function isSame(one: Entry, other: NewEntry): boolean {
  const isOpen = one.state === 'unsent' || one.state === 'waiting' || one.state === 'doubtful';
  const bodyOf = ({ flags }: Pick<NewEntry, 'flags'>) => flags?.body;
  const isSameText = bodyOf(one) !== undefined && bodyOf(one) === bodyOf(other);
  const isOurs = one.url === other.url && one.owner === other.owner;
  return (
    isOpen &&
    isOurs &&
    isDeepStrictEqual(one.words, other.words) &&
    (isSameText || isDeepStrictEqual(one.flags, other.flags))
  );
}

function moveNotes({ ledger }: ClaimParts, folder: string, url: string): readonly string[] {
  const numberOf = (path: string): number => Number.parseInt(path.slice(folder.length + 1), 10);
  const files = pathsIn(folder, /^\d{1,9}\.jsonl$/)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map((path) => {
      const [head, ...notes] = readLines(path) ?? [{}];
      return { path, number: numberOf(path), head, notes };
    });
  const undone = new Set<number>();
  /** What each undo turned: an undo could itself be undone. */
  const turned = new Map<number, number>();
  for (const { number, head } of files) {
    if (typeof head?.undoes !== 'number') continue;
    const first = turned.get(head.undoes) ?? head.undoes;
    turned.set(number, first);
    undone[undone.has(first) ? 'delete' : 'add'](first);
  }
  let isDamaged = false;
  for (const { path, number, head, notes } of files) {
    const [at, command] = [textOf(head?.at), textOf(head?.command)];
    const isOld = at !== undefined && command !== undefined;
    if (isOld && head?.undoes === undefined) {
      const owner = textOf(head?.userId) ?? '';
      const entry = ledger.begin({ state: 'done', url, owner, words: command.split(' '), at });
      for (const note of notes) if (note) ledger.add(entry.number, note as Addition);
      const writes = ledger.find(entry.number)?.writes.map((write) => ({ ...write, isPutBack: true }));
      if (undone.has(number)) ledger.step(entry.number, 'undo', { writes: writes ?? [], undoneAt: entry.number });
    }
    const isWhole = head !== undefined && !notes.includes(undefined) && (isOld || Object.keys(head).length === 0);
    if (!isWhole) renameSync(path, `${path}.damaged`);
    else removeQuietly(path);
    isDamaged ||= !isWhole;
  }
  attempt(() => rmdirSync(folder));
  return isDamaged ? [`damaged records of earlier changes were set aside: ${join(folder, '*.damaged')}`] : [];
}
