import { chmodSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TrackerError } from '../errors.js';
import type { Processes } from '../lock/lock.js';
import { makeFolder } from '../lock/make-folder.js';
import { openSharedLock } from '../lock/shared-lock.js';

/** The content of one of the files: a plain JSON object. */
export type Stored = Readonly<Record<string, unknown>>;

/** One JSON file in the config folder, read and written through conf alone. */
export interface ConfFile {
  readonly path: string;
  /** The content, read once per process unless `again`; empty when there is no file. */
  read(again?: boolean): Promise<Stored>;
  /**
   * Changes the file under the lock between processes: reads it afresh, stores what `change` gives and reads it back.
   * Nothing is written when `change` gives its argument. Unknown keys stay.
   */
  change(change: (stored: Stored) => Stored): Promise<Stored>;
  /** Runs `work` while holding the lock; `change` may be called inside. */
  locked<T>(work: () => Promise<T>): Promise<T>;
}

export interface ConfFileOptions {
  readonly folder: () => string;
  readonly name: 'config' | 'credentials';
  readonly processes: Processes;
  readonly signal?: AbortSignal;
}

export function openConfFile(options: ConfFileOptions): ConfFile {
  const path = (): string => join(options.folder(), `${options.name}.json`);
  let known: Stored | undefined;
  const lock = openSharedLock({
    file: () => {
      prepareFolder(options.folder());
      return `${path()}.lock`;
    },
    processes: options.processes,
  });

  return {
    get path() {
      return path();
    },
    locked: (work) => lock.hold(work, options.signal),
    async read(again = false) {
      if (known && !again) return known;
      const at = nameOf(path);
      known = at !== undefined && exists(at) ? await readWhole(at) : {};
      return known;
    },
    async change(change) {
      const Conf = (await import('conf')).default;
      // Nothing in here waits: what another piece of this process's work does under the lock cannot come in between. An
      // interruption is not looked at either, because a token that is not stored is lost.
      return await lock.hold(() => {
        exists(path());
        const { content, store } = load(Conf, path());
        const next = change(content);
        if (next !== content) {
          store(next);
          removeLeftovers(path());
        }
        known = next;
        return next;
      });
    },
  };
}

/** The path, or undefined where no folder can be named: there is nothing to read then (docs/requirements.md, R67). */
function nameOf(path: () => string): string | undefined {
  try {
    return path();
  } catch {
    return undefined;
  }
}

/** How often, and after how many milliseconds, a damaged file is read again: inside a snap conf does not write at once. */
const tornReads = 4;
const tornReadMs = 20;

async function readWhole(path: string): Promise<Stored> {
  const Conf = (await import('conf')).default;
  for (let reads = 1; ; reads++) {
    try {
      return load(Conf, path).content;
    } catch (error) {
      if (reads === tornReads) throw error;
      await new Promise((resolve) => setTimeout(resolve, tornReadMs));
    }
  }
}

interface Loaded {
  readonly content: Stored;
  store(next: Stored): void;
}

/** Reads the file through conf. */
function load(Conf: typeof import('conf').default, path: string): Loaded {
  let content: Stored = {};
  let text: string | undefined;
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: dirname(path),
      configName: basename(path, '.json'),
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      deserialize: (found) => {
        const parsed = parseStored(found, path);
        content = parsed;
        text = found;
        return parsed;
      },
    });
    return {
      content,
      store: (next) => {
        try {
          conf.store = { ...next };
        } catch (cause) {
          throw explain(cause, `cannot write ${path}`);
        }
        checkWritten(path, next, text);
      },
    };
  } catch (cause) {
    throw explain(cause, `cannot read ${path}`);
  }
}

/** The parsed object. The message never quotes the file, which may hold a token (docs/requirements.md, R65). */
function parseStored(text: string, path: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw damaged(path);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw damaged(path);
  return { ...parsed };
}

function damaged(path: string): TrackerError {
  return new TrackerError('failed', `${path} is damaged and was left as it is`, {
    hint: `move it away (mv ${path} ${path}.damaged) and sign in again with: tracker login`,
  });
}

function explain(cause: unknown, what: string): TrackerError {
  if (cause instanceof TrackerError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  return new TrackerError('failed', `${what}: ${code}`, { cause });
}

/** A write that the disk cut short must not pass for done, nor cost what was there (docs/requirements.md, R66). */
function checkWritten(path: string, expected: Stored, before: string | undefined): void {
  if (readFileSync(path, 'utf8') === JSON.stringify(expected, undefined, '\t')) return;
  if (before === undefined) unlinkSync(path);
  else writeFileSync(path, before);
  throw new TrackerError('failed', `${path} could not be written completely`, { hint: 'is the disk full?' });
}

/** Removes what processes that were killed while writing have left; nobody else is writing now (docs/requirements.md, R68). */
function removeLeftovers(path: string): void {
  const prefix = `${basename(path)}.tmp-`;
  for (const name of readdirSync(dirname(path))) if (name.startsWith(prefix)) unlinkSync(join(dirname(path), name));
}

function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new TrackerError('failed', `cannot write in ${folder}: ${code}`, { cause });
  }
}

/** Whether the file is there; one that others may read is tightened on the way (docs/requirements.md, R14). */
function exists(path: string): boolean {
  try {
    const stat = statSync(path);
    if (stat.isFile() && (stat.mode & 0o077) !== 0) chmodSync(path, 0o600);
    return true;
  } catch (error) {
    // A file that is not ours to change is reported when it is read or written.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
