import { readdirSync, renameSync, rmdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { TrackerError } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { codeOf } from '../disk/file-trouble.js';
import { takeOptionalLock } from '../disk/lock.js';
import { readRegular } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import { savedFlag } from '../files/editor-file.js';
import type { ClaimParts } from './claim.js';
import type { Ledger, NewEntry } from './store.js';

/**
 * Moves what earlier versions have left in the state folder into the ledger. Gives a sentence for each file that cannot be read,
 * which is set aside, and for each that cannot be moved. Throws nothing.
 */
export async function moveOver(parts: ClaimParts, stateFolder: () => string): Promise<readonly string[]> {
  const folder = (): string => join(stateFolder(), 'drafts');
  const names = namesIn(folder);
  if (names.length === 0) return [];
  const stems = names
    .filter((name) => /^d[a-z0-9]{5}\.json$/.test(name))
    .map((name) => join(folder(), name.replace(/\.json$/, '')));
  const problems: string[] = [];
  for (const stem of stems.sort((one, other) => writtenAt(one).localeCompare(writtenAt(other))))
    problems.push(...(await moveDraft(parts, stem)));
  removeEmpty(folder);
  return problems;
}

/** Empty where there is no folder, or no place for one, which whatever is written next reports. */
function namesIn(folder: () => string): readonly string[] {
  try {
    return readdirSync(folder());
  } catch {
    return [];
  }
}

function writtenAt(stem: string): string {
  const draft = readDraft(`${stem}.json`);
  return typeof draft === 'string' ? '' : (draft.at ?? '');
}

/** A draft that an earlier version is still writing or sending is left to it. `stem` is its path without the ending. */
async function moveDraft({ ledger, processes, signal }: ClaimParts, stem: string): Promise<readonly string[]> {
  const [path, files] = [`${stem}.json`, `${stem}.files`];
  const onLocked = (cause: TrackerError): TrackerError => new TrackerError('conflict', 'in use', { cause });
  try {
    const lock = await takeOptionalLock({ processes, signal, file: () => `${stem}.lock`, onLocked, waitMs: 0 });
    try {
      const draft = readDraft(path);
      if (draft === 'gone') return [];
      if (draft === 'damaged') {
        renameSync(path, `${path}.damaged`);
        return [`a draft of an earlier version is damaged and cannot be read: ${path}.damaged`];
      }
      const { number } = findMoved(ledger, draft) ?? ledger.begin(draft);
      takeFiles(ledger, number, files);
      removeQuietly(path);
      return [];
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'conflict') return [];
    const why = error instanceof TrackerError ? error.message : codeOf(error);
    return [`a draft of an earlier version stays in ${path}: ${why}`];
  }
}

function readDraft(path: string): NewEntry | 'gone' | 'damaged' {
  try {
    const parsed: unknown = JSON.parse(readRegular(path).toString('utf8'));
    if (!isRow(parsed) || !isRow(parsed.flags) || !Array.isArray(parsed.words) || parsed.words.length < 2)
      return 'damaged';
    const [at, url, userId] = [textOf(parsed.createdAt), textOf(parsed.url), textOf(parsed.userId)];
    if (at === undefined || url === undefined) return 'damaged';
    return {
      ...{ at, url, words: parsed.words.map(String), flags: flagsOf(parsed.flags, parsed.editorFile) },
      state: parsed.mayHaveArrived === true ? 'doubtful' : 'unsent',
      // An empty id stood for a token from the environment, whose user was not known.
      ...(parsed.userId === '' ? { owner: 'a token' } : { owner: userId ?? '', userId }),
      targets: isRow(parsed.targets) ? parsed.targets : undefined,
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'gone';
    return 'damaged';
  }
}

function flagsOf(flags: Row, editorFile: unknown): Row {
  const saved = typeof editorFile === 'string' ? savedFlag(editorFile) : undefined;
  if (saved === undefined) return flags;
  const { body: _body, ...others } = flags;
  return { ...others, ...saved };
}

/** The entry of a draft whose move was cut off. */
function findMoved(ledger: Ledger, { at, words, flags }: NewEntry): { readonly number: number } | undefined {
  const own = (given: Row = {}): Row => ({ ...given, attach: undefined, bodyFile: undefined });
  return ledger
    .entries()
    .find((each) => each.at === at && isDeepStrictEqual([each.words, own(each.flags)], [words, own(flags)]));
}

/** Moves the files of a draft, and names them in its flags where they are then. */
function takeFiles(ledger: Ledger, number: number, from: string): void {
  const to = ledger.filesFolder(number);
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const entry = ledger.find(number);
  if (!entry?.flags) return;
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    return typeof value === 'string' && value.startsWith(from + sep) ? to + value.slice(from.length) : value;
  };
  const { attach, bodyFile, ...others } = entry.flags;
  const paths = {
    ...(attach !== undefined && { attach: moved(attach) }),
    ...(bodyFile !== undefined && { bodyFile: moved(bodyFile) }),
  };
  if (attach !== undefined || bodyFile !== undefined) ledger.replace({ ...entry, flags: { ...others, ...paths } });
}

/** Removes the folder and the locks of drafts that are gone, unless something else is left in it. */
function removeEmpty(folder: () => string): void {
  const left = namesIn(folder);
  const locks = left.filter((name) => name.endsWith('.lock'));
  if (locks.length < left.length) return;
  for (const name of locks) removeQuietly(join(folder(), name));
  try {
    rmdirSync(folder());
  } catch {
    // Something has come into it.
  }
}
