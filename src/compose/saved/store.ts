import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TrackerError } from '../../contract/errors.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { makeFolder } from '../../disk/folder.js';
import { readRegular } from '../../disk/read-regular.js';
import { removeQuietly, replaceFile } from '../../disk/replace-file.js';
import { savedFlag } from '../../files/editor-file.js';
import { subjectOf } from './subject.js';

/** A text the user wrote that the server has not accepted yet. It never contains a token (docs/requirements.md, R70). */
export interface Draft {
  /** The value of `--from-draft`, such as `d7k3mp`. */
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The address of the server it was meant for. */
  readonly url: string;
  /**
   * The id of the user who wrote it; empty if that is unknown, as with a token from the environment. Older versions left it
   * out.
   */
  readonly userId?: string;
  /** The arguments of `tracker` that send it again, without flags: `tasks comment SCM-12`. */
  readonly words: readonly string[];
  /** The flags that were given, by name; the text is one of them: `body`, or `bodyFile` where it cannot be sent as it is. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The uuids its references (in lower case) were known to have when it was written. */
  readonly targets?: Row;
  /** Set while it is being sent, and kept if nobody can say whether the server has it. */
  readonly mayHaveArrived?: boolean | undefined;
}

export type NewDraft = Pick<Draft, 'url' | 'userId' | 'words' | 'flags' | 'targets'>;

/** The drafts on this computer: one JSON file each with mode 0600, in a folder with mode 0700. */
export interface Drafts {
  /** Saves a draft and gives it an id. Throws TrackerError `failed` if it cannot be written. */
  save(draft: NewDraft, now: Date): Draft;
  /** Replaces the content of a draft; what an editor saves in a file from then on is its text, even if this process is killed. */
  replace(draft: Draft, editorFile?: string): void;
  /** Throws `not_found` if there is no such draft, and `failed` with its path if it is damaged. */
  read(id: string): Draft;
  /** The draft with this id; undefined if there is none or it is damaged. */
  find(id: string): Draft | undefined;
  /** All drafts, newest first; what cannot be read is skipped, and so is what has no text yet. */
  all(): readonly Draft[];
  /** Removes a draft, if it exists, and the locks that killed processes left of drafts that no longer do. */
  remove(id: string): void;
  /** The file of a draft. */
  path(id: string): string;
  /** The folder for files that belong to a draft and are removed with it. */
  filesFolder(id: string): string;
}

const idLetters = 'bcdfghjkmnpqrstvwxz23456789';

const idPattern = /^d[a-z0-9]{5}$/;

/** Opens the drafts in the state folder. Creates nothing until the first one is saved. */
export function openDrafts(stateFolder: () => string): Drafts {
  const folder = (): string => join(stateFolder(), 'drafts');
  const path = (id: string): string => join(folder(), `${id}.json`);
  const filesFolder = (id: string): string => join(folder(), `${id}.files`);
  const find = (given: string): Draft | undefined => {
    const id = given.trim();
    return idPattern.test(id) ? readDraft(path(id), id) : undefined;
  };
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
    replace: (draft, editorFile) => write(folder(), path(draft.id), { ...draft, editorFile }),
    read(id) {
      const draft = find(id);
      if (draft) return draft;
      if (idPattern.test(id) && existsSync(path(id))) throw damaged(path(id), id);
      throw new TrackerError('not_found', `draft ${JSON.stringify(id.slice(0, 40))} not found`);
    },
    all() {
      return idsIn(folder)
        .flatMap((id) => find(id) ?? [])
        .filter((draft) => !isBlank(draft))
        .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    filesFolder,
    remove(id) {
      removeQuietly(path(id));
      removeQuietly(filesFolder(id), true);
      for (const lock of locksIn(folder))
        if (!existsSync(path(basename(lock, '.lock')))) removeQuietly(join(folder(), lock));
    },
  };
}

function damaged(path: string, id: string): TrackerError {
  return new TrackerError('failed', `draft ${id} is damaged and cannot be read: ${path}`, {
    hint: 'look for your text in the file, then delete it',
  });
}

function newId(): string {
  const letters = Array.from({ length: 5 }, () => idLetters[Math.floor(Math.random() * idLetters.length)]);
  return `d${letters.join('')}`;
}

/** Whether an editor was opened for it in which nothing has been saved, or all of its text was deleted. */
function isBlank({ flags }: Draft): boolean {
  return flags.body !== undefined && flags.bodyFile === undefined && subjectOf({ flags }) === '';
}

function write(folder: string, path: string, draft: Draft & { readonly editorFile?: string | undefined }): void {
  try {
    makeFolder(folder);
    replaceFile(path, `${JSON.stringify(draft, undefined, 2)}\n`, `${path}.new`);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new TrackerError('failed', `cannot save your text in ${path}: ${code}`, { cause });
  }
}

function readDraft(path: string, id: string): Draft | undefined {
  try {
    const parsed: unknown = JSON.parse(readRegular(path).toString('utf8'));
    if (!isRow(parsed) || !isRow(parsed.flags) || !Array.isArray(parsed.words) || parsed.words.length < 2)
      return undefined;
    // The id is the file name, even if the content says otherwise.
    const [createdAt, url] = [textOf(parsed.createdAt), textOf(parsed.url)];
    if (createdAt === undefined || url === undefined) return undefined;
    const { targets, mayHaveArrived, userId } = parsed;
    const flags = withSaved(parsed.flags, parsed.editorFile);
    return {
      ...{ id, createdAt, url, words: parsed.words.map(String), flags },
      ...(typeof userId === 'string' && { userId }),
      ...(isRow(targets) && { targets }),
      ...(mayHaveArrived === true && { mayHaveArrived }),
    };
  } catch {
    return undefined;
  }
}

/** The flags with what an editor has saved last, if this process or an earlier one opened one and did not see it close. */
function withSaved(flags: Row, editorFile: unknown): Row {
  const saved = typeof editorFile === 'string' ? savedFlag(editorFile) : undefined;
  if (saved === undefined) return flags;
  const { body: _body, ...others } = flags;
  return { ...others, ...saved };
}

/** Without a folder, or a place for one, there are no drafts. */
function idsIn(folder: () => string): readonly string[] {
  try {
    const names = readdirSync(folder()).filter((name) => name.endsWith('.json'));
    return names.map((name) => basename(name, '.json'));
  } catch {
    return [];
  }
}

function locksIn(folder: () => string): readonly string[] {
  try {
    return readdirSync(folder()).filter((name) => name.endsWith('.lock'));
  } catch {
    return [];
  }
}
