import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRow, type Row, textOf } from '../contract/row.js';
import { TrackerError } from '../errors.js';
import { makeFolder } from '../lock/make-folder.js';

/** What somebody has written and the server has not yet taken. It never holds a token (docs/requirements.md, R70). */
export interface Draft {
  /** `d7k3m`: what `--from-draft` takes. */
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The address of the server it was meant for. */
  readonly url: string;
  /** The words behind `tracker` that send it again, such as `tasks comment SCM-12`; values of flags are in `flags`. */
  readonly words: readonly string[];
  /** The flags that were given, by the names of their values; the written text is one of them. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The uuids that its references, in lower case, were known to name when it was written. */
  readonly targets?: Row;
}

export type NewDraft = Pick<Draft, 'url' | 'words' | 'flags' | 'targets'>;

/** The drafts of this machine: one JSON file each, mode 0600, in a folder of mode 0700. */
export interface Drafts {
  /** Keeps a draft and gives it its id. Throws TrackerError `failed` when it cannot be written. */
  save(draft: NewDraft, now: Date): Draft;
  /** Replaces what a draft holds. */
  replace(draft: Draft): void;
  /** Throws `not_found` for an id that names none, and `failed` with its path for one that is damaged. */
  read(id: string): Draft;
  /** The same; undefined where there is none. */
  find(id: string): Draft | undefined;
  /** All of them, the newest first; files that cannot be read are passed over. */
  all(): readonly Draft[];
  /** Removes it; one that is gone does no harm. */
  remove(id: string): void;
  /** Where a draft is kept. */
  path(id: string): string;
  /** The folder for files that are kept with a draft, and go with it. */
  filesFolder(id: string): string;
}

const idLetters = 'bcdfghjkmnpqrstvwxz23456789';

const idPattern = /^d[a-z0-9]{5}$/;

/** Opens the drafts below the state folder. Makes nothing before the first one is saved. */
export function openDrafts(stateFolder: () => string): Drafts {
  const folder = (): string => join(stateFolder(), 'drafts');
  const path = (id: string): string => join(folder(), `${id}.json`);
  const filesFolder = (id: string): string => join(folder(), `${id}.files`);
  const find = (id: string): Draft | undefined => (idPattern.test(id) ? readDraft(path(id)) : undefined);
  return {
    path,
    find,
    save(draft, now) {
      let id = newId();
      while (existsSync(path(id))) id = newId();
      const kept = { id, createdAt: now.toISOString(), ...draft };
      write(folder(), path(kept.id), kept);
      return kept;
    },
    replace: (draft) => write(folder(), path(draft.id), draft),
    read(id) {
      const draft = find(id);
      if (draft) return draft;
      if (idPattern.test(id) && existsSync(path(id))) throw damaged(path(id), id);
      throw new TrackerError('not_found', `there is no draft ${JSON.stringify(id.slice(0, 40))}`);
    },
    all() {
      return namesIn(folder())
        .flatMap((name) => readDraft(join(folder(), name)) ?? [])
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    filesFolder,
    remove(id) {
      removeIfThere(path(id));
      removeIfThere(filesFolder(id));
    },
  };
}

function damaged(path: string, id: string): TrackerError {
  return new TrackerError('failed', `the draft ${id} is damaged and cannot be read: ${path}`, {
    hint: 'look into the file for what you wrote, and remove it',
  });
}

function newId(): string {
  const letters = Array.from({ length: 5 }, () => idLetters[Math.floor(Math.random() * idLetters.length)]);
  return `d${letters.join('')}`;
}

function write(folder: string, path: string, draft: Draft): void {
  const temporary = `${path}.new`;
  try {
    makeFolder(folder);
    writeFileSync(temporary, `${JSON.stringify(draft, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (cause) {
    removeIfThere(temporary);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new TrackerError('failed', `what you wrote cannot be kept in ${path}: ${code}`, { cause });
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The folder itself is not one.
  }
}

function readDraft(path: string): Draft | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRow(parsed) || !isRow(parsed.flags) || !Array.isArray(parsed.words) || parsed.words.length < 2)
      return undefined;
    // The name of the file is the id, whatever somebody has written into it.
    const id = basename(path, '.json');
    const [createdAt, url] = [textOf(parsed.createdAt), textOf(parsed.url)];
    if (!idPattern.test(id) || createdAt === undefined || url === undefined) return undefined;
    const { flags, targets } = parsed;
    return { id, createdAt, url, words: parsed.words.map(String), flags, ...(isRow(targets) && { targets }) };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
