import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Processes } from '../disk/processes.js';
import { openSharedLock, type SharedLock } from '../disk/shared-lock.js';
import type { Change, Prepared } from './prepare-change.js';
import { DamagedFile, loadStored, type Stored } from './stored-file.js';

export interface UpdateOptions {
  /**
   * If given, a damaged file counts as empty and is set aside, instead of failing the change. Called after storing, with the
   * path of the file that was set aside.
   */
  readonly repair?: ((kept: string) => void) | undefined;
  /** For content that must survive a kill: the file is replaced at once, then stored through conf, which waits for the disk. */
  readonly isUrgent?: boolean | undefined;
  /** Runs under the same lock when the change is safe on disk but not yet in place. If it fails, the change is discarded. */
  readonly together?: (() => Promise<unknown>) | undefined;
}

/** One JSON file in the config folder. It is read directly, and written through conf. */
export interface ConfFile {
  readonly path: string;
  /** The content, read once per process unless `again`; empty when there is no file. Throws DamagedFile. */
  read(again?: boolean): Promise<Stored>;
  /**
   * Makes an urgent change to a scratch file, so that the code is loaded and compiled before the real change: a first one
   * takes three times as long. Leaves the file itself alone, and fails if there is no folder yet.
   */
  prepare(): Promise<void>;
  /**
   * Updates the file under the lock between processes: reads it again, stores the result of `change` and reads it back.
   * Nothing is written if `change` returns its argument. Throws TrackerError `failed`, and then the file is unchanged
   * (docs/requirements.md, R66).
   */
  update(change: (stored: Stored) => Stored, options?: UpdateOptions): Promise<Stored>;
  /** Deletes leftovers that may contain old content: temporary files and damaged files. Gives the paths of the damaged ones. */
  sweep(): Promise<readonly string[]>;
  /** Runs `work` while holding the lock; `update` may be called inside. */
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
  const { processes } = options;
  const lock = openSharedLock({
    file: async () => {
      const { prepareFolder } = await loadFolder();
      prepareFolder(options.folder());
      return `${path()}.lock`;
    },
    processes,
  });
  return {
    async prepare() {
      const [{ nameWhileWriting }] = await Promise.all([import('./leftovers.js'), loadFolder(), lock.prepare()]);
      const scratch = nameWhileWriting(path());
      const practice = openSharedLock({ file: async () => `${scratch}.lock`, processes });
      try {
        await place(practice, { path: scratch, change: rewrite, repair: undefined });
      } finally {
        rmSync(scratch, { force: true });
      }
    },
    get path() {
      return path();
    },
    locked: (work) => lock.hold(work, options.signal),
    async read(again = false) {
      if (known && !again) return known;
      const at = nameOf(path);
      known = at === undefined ? {} : await readWhole(at);
      return known;
    },
    async update(change, { repair, together, isUrgent = false } = {}) {
      if (isUrgent) {
        const { content, isNew } = await place(lock, { path: path(), change, repair });
        known = content;
        if (!isNew) return known;
      }
      const [{ prepareChange }, { fenced }] = await loadChanging();
      const { default: Conf } = await import('conf');
      // Without `together` this is synchronous, so other work of this process under the same lock cannot interfere. The
      // signal is not checked either, because a token that is not stored is lost.
      const work = (check: () => void): Stored | Promise<Stored> => {
        const prepared = prepareChange({ Conf, path: path(), change: isUrgent ? rewrite : change, repair, check });
        const commit = (): Stored => {
          prepared.commit();
          known = prepared.content;
          return known;
        };
        if (!together) return commit();
        return together().then(commit, (error) => {
          prepared.discard();
          throw error;
        });
      };
      const stored = known;
      // An urgent change is already in place: if conf cannot write it again, nothing is lost.
      return await (isUrgent && stored ? fenced(lock, work).catch(() => stored) : fenced(lock, work));
    },
    async sweep() {
      const at = nameOf(path);
      const { findLeftovers, sweepLeftovers } = await import('./leftovers.js');
      if (at === undefined || findLeftovers(at).length === 0) return [];
      return await lock.hold(() => sweepLeftovers(at));
    },
  };
}

/** Changes a file at once, without waiting for the disk. */
async function place(lock: SharedLock, change: Omit<Change, 'Conf' | 'check'>): Promise<Prepared> {
  const [{ prepareChange }, { fenced }] = await loadChanging();
  return await fenced(lock, (check) => {
    const prepared = prepareChange({ ...change, check });
    prepared.commit();
    return prepared;
  });
}

/** The same content again, for conf to write. */
const rewrite = (stored: Stored): Stored => ({ ...stored });

const loadFolder = () => import('./prepare-folder.js');

const loadChanging = () => Promise.all([import('./prepare-change.js'), import('../disk/shared-lock.js')]);

/** The path, or undefined if there is no config folder, and so nothing to read (docs/requirements.md, R67). */
function nameOf(path: () => string): string | undefined {
  try {
    return path();
  } catch {
    return undefined;
  }
}

/** How many times a damaged file is read, and the pause in between (milliseconds): an editor may be saving it right now. */
const tornReads = 4;
const tornReadMs = 20;

async function readWhole(path: string): Promise<Stored> {
  for (let reads = 1; ; reads++) {
    try {
      return loadStored(path);
    } catch (error) {
      if (!(error instanceof DamagedFile) || reads === tornReads) throw error;
      await new Promise((resolve) => setTimeout(resolve, tornReadMs));
    }
  }
}
