import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRow, textOf } from '../contract/row.js';
import { TrackerError } from '../errors.js';
import { makeFolder } from '../lock/make-folder.js';

/** Something that was written and that the server does not have yet. It never holds a token (docs/requirements.md, R70). */
export interface Draft {
  /** `d7k3m`: what `--from-draft` takes. */
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The address of the server it was meant for. */
  readonly url: string;
  /** The words after `tracker` that send it again, such as `tasks comment SCM-12`; values of flags are in `flags`. */
  readonly words: readonly string[];
  /** The flags that were given, with the text as `body`. */
  readonly flags: Readonly<Record<string, unknown>>;
}

export type NewDraft = Pick<Draft, 'url' | 'words' | 'flags'>;

/** The drafts of this machine: one JSON file each, mode 0600, in a folder of mode 0700. */
export interface Drafts {
  /** Saves a new draft and gives it an id. Throws TrackerError `failed` when it cannot be written. */
  save(draft: NewDraft, now: Date): Draft;
  /** Replaces what a draft holds. */
  replace(draft: Draft): void;
  /** Throws `not_found` for an unknown id, and `failed` with its path for one that is damaged. */
  read(id: string): Draft;
  /** The same; undefined where there is none. */
  find(id: string): Draft | undefined;
  /** All of them, the newest first; files that cannot be read are skipped. */
  all(): readonly Draft[];
  /** Removes it, if it is still there. */
  remove(id: string): void;
  /** The file of a draft. */
  path(id: string): string;
  /** The folder for files that belong to a draft, and are removed with it. */
  filesFolder(id: string): string;
}

const idLetters = 'bcdfghjkmnpqrstvwxz23456789';

const idPattern = /^d[a-z0-9]{5}$/;

/** The drafts in the state folder, which is created when the first one is saved. */
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
    // Its parent is not a folder, so there is nothing to remove.
  }
}

function readDraft(path: string): Draft | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRow(parsed) || !isRow(parsed.flags) || !Array.isArray(parsed.words) || parsed.words.length < 2)
      return undefined;
    // The id is the name of the file, whatever the file says.
    const id = basename(path, '.json');
    const [createdAt, url] = [textOf(parsed.createdAt), textOf(parsed.url)];
    if (!idPattern.test(id) || createdAt === undefined || url === undefined) return undefined;
    return { id, createdAt, url, words: parsed.words.map(String), flags: parsed.flags };
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
