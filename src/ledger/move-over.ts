import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt, TrackerError } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { takeOptionalLock } from '../disk/lock.js';
import { readRegular } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import type { ClaimParts } from './claim.js';
import { readLines } from './read-entry.js';
import type { Addition, NewEntry } from './store.js';

/**
 * Moves the drafts that earlier versions have left in a folder into the ledger. Gives a sentence for each that cannot be read, which
 * is set aside, and for each that cannot be moved; one that an earlier version is still writing or sending is left to it.
 */
export async function moveDrafts(parts: ClaimParts, folder: string): Promise<readonly string[]> {
  const paths = namesIn(folder, /^d[a-z0-9]{5}\.json$/).map((name) => join(folder, name));
  const writtenAt = (path: string): string => readDraft(path)?.at ?? '';
  const problems: string[] = [];
  for (const path of paths.sort((one, other) => writtenAt(one).localeCompare(writtenAt(other)))) {
    const stays = `a draft of an earlier version stays in ${path}`;
    const lock = path.replace(/\.json$/, '.lock');
    problems.push(...(await locked(parts, { lock, stays, waitMs: 0 }, () => moveDraft(parts, path))));
  }
  attempt(() => rmdirSync(folder));
  return problems;
}

/** The same for what earlier versions noted for `undo` on one server, in a file for each command. */
export async function moveJournal(parts: ClaimParts, folder: string, url: string): Promise<readonly string[]> {
  const stays = 'earlier changes cannot be undone now';
  return await locked(parts, { lock: `${folder}.lock`, stays, waitMs: 10_000 }, () => moveNotes(parts, folder, url));
}

interface Locking {
  readonly lock: string;
  /** What is said if it cannot be moved. */
  readonly stays: string;
  /** How long to wait for a process that has it (milliseconds). */
  readonly waitMs: number;
}

/** Moves something under its lock; what another process has locked is left to it. Gives the warnings to show. */
export async function locked(
  { processes, signal }: ClaimParts,
  { lock, stays, waitMs }: Locking,
  move: () => readonly string[],
): Promise<readonly string[]> {
  const onLocked = (cause: TrackerError): TrackerError => new TrackerError('conflict', 'in use', { cause });
  try {
    const { release } = await takeOptionalLock({ processes, signal, file: () => lock, onLocked, waitMs });
    try {
      return move();
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'conflict') return [];
    return [`${stays}: ${error instanceof TrackerError ? error.message : codeOf(error)}`];
  }
}

/** The names in a folder that match; none if it cannot be read. */
export function namesIn(folder: string, pattern: RegExp): readonly string[] {
  return (attempt(() => readdirSync(folder)) ?? []).filter((name) => pattern.test(name));
}

interface OldDraft extends NewEntry {
  readonly flags: Row;
  readonly editorFile: unknown;
}

/** Undefined if it is damaged, or gone. */
function readDraft(path: string): OldDraft | undefined {
  const parsed: unknown = attempt(() => JSON.parse(readRegular(path).toString('utf8')));
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

function moveDraft({ ledger }: ClaimParts, path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const draft = readDraft(path);
  if (!draft) {
    renameSync(path, `${path}.damaged`);
    return [`a draft of an earlier version is damaged and cannot be read: ${path}.damaged`];
  }
  const { editorFile, ...entry } = draft;
  // It is there already if an earlier move was cut off.
  const isSame = ({ at, words }: NewEntry): boolean => at === entry.at && isDeepStrictEqual(words, entry.words);
  const begun = ledger.entries().find(isSame) ?? ledger.begin(entry);
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
  removeQuietly(path);
  return [];
}

function moveNotes({ ledger }: ClaimParts, folder: string, url: string): readonly string[] {
  const numbers = namesIn(folder, /^\d{1,9}\.jsonl$/).map((name) => Number.parseInt(name, 10));
  const files = numbers
    .sort((one, other) => one - other)
    .map((number) => {
      const path = join(folder, `${number}.jsonl`);
      const [head, ...notes] = readLines(path) ?? [{}];
      return { path, number, head, notes };
    });
  const undone = undoneIn(files);
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

/** The numbers of what was undone, and not done again by undoing that. */
function undoneIn(files: readonly { readonly number: number; readonly head: Row | undefined }[]): ReadonlySet<number> {
  const undone = new Set<number>();
  /** What each undo turned, and whether it was undone then. */
  const turns = new Map<number, { readonly first: number; readonly isUndone: boolean }>();
  for (const { number, head } of files) {
    if (typeof head?.undoes !== 'number') continue;
    const { first, isUndone } = turns.get(head.undoes) ?? { first: head.undoes, isUndone: false };
    turns.set(number, { first, isUndone: !isUndone });
    undone[isUndone ? 'delete' : 'add'](first);
  }
  return undone;
}
