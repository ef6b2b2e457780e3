import { join } from 'node:path';
import type { Processes } from '../lock/lock.js';
import { openSharedLock } from '../lock/shared-lock.js';
import { DamagedFile, exists, loadStored, type Stored } from './stored-file.js';

export interface ChangeOptions {
  /**
   * A damaged file counts as empty and is set aside instead of failing the change; told the path it is kept as, once all
   * has been stored.
   */
  readonly repair?: ((kept: string) => void) | undefined;
  /** For what is lost if the process is killed: put in its place first, then stored through conf, which waits for the disk. */
  readonly isUrgent?: boolean | undefined;
  /** What belongs to the change: done under the same lock when the change is safe on disk, which is dropped if it fails. */
  readonly together?: (() => Promise<unknown>) | undefined;
}

/** One JSON file in the config folder, read as it is, written through conf alone. */
export interface ConfFile {
  readonly path: string;
  /** The content, read once per process unless `again`; empty when there is no file. Throws DamagedFile. */
  read(again?: boolean): Promise<Stored>;
  /** Loads what an urgent change needs, and changes nothing on disk: the server may not rotate the token at all. */
  prepare(): Promise<void>;
  /**
   * Changes the file under the lock between processes: reads it afresh, stores what `change` gives and reads it back.
   * Nothing is written when `change` gives its argument. Unknown keys stay. Throws TrackerError `failed`, and then the file
   * is what it was (docs/requirements.md, R66).
   */
  change(change: (stored: Stored) => Stored, options?: ChangeOptions): Promise<Stored>;
  /** Deletes what lies beside the file and may hold old content: pieces of writes, damaged files; gives the latter's paths. */
  sweep(): Promise<readonly string[]>;
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
    file: async () => {
      const { prepareFolder } = await loadFolder();
      prepareFolder(options.folder());
      return `${path()}.lock`;
    },
    processes: options.processes,
  });
  return {
    async prepare() {
      await Promise.all([loadChanging(), loadFolder(), lock.prepare()]);
    },
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
    async change(change, { repair, together, isUrgent = false } = {}) {
      const [{ prepareChange }, { fenced }] = await loadChanging();
      if (isUrgent) {
        let isNew = false;
        const place = (check: () => void): Stored => {
          const prepared = prepareChange({ path: path(), change, repair, check });
          prepared.commit();
          isNew = prepared.isNew;
          return prepared.content;
        };
        known = await fenced(lock, place);
        if (!isNew) return known;
      }
      const { default: Conf } = await import('conf');
      // Without `together` nothing in here waits: what another piece of this process's work does under the lock cannot come
      // in between. An interruption is not looked at either, because a token that is not stored is lost.
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
      // What is urgent is in its place by now: if conf cannot write it once more, nothing is lost.
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

/** The same content again, for conf to write. */
const rewrite = (stored: Stored): Stored => ({ ...stored });

const loadFolder = () => import('./prepare-folder.js');

const loadChanging = () => Promise.all([import('./prepare-change.js'), import('../lock/fenced.js')]);

/** The path, or undefined where no folder can be named: there is nothing to read then (docs/requirements.md, R67). */
function nameOf(path: () => string): string | undefined {
  try {
    return path();
  } catch {
    return undefined;
  }
}

/** How often, and after how many milliseconds, a damaged file is read again: an editor may be just writing it. */
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
