import { chmodSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Conf from 'conf';
import { attempt } from '../contract/errors.js';
import { tryFile } from '../disk/file-trouble.js';
import { makeFolder } from '../disk/folder.js';
import { fenced, openSharedLock, type SharedLock } from '../disk/lock.js';
import type { Processes } from '../disk/processes.js';
import { ownPath } from '../disk/read-regular.js';
import { flush, prepareFile } from '../disk/replace-file.js';
import {
  findLeftovers,
  nameForDamaged,
  nameWhileWriting,
  realPath,
  removeTemporary,
  sweepLeftovers,
} from './leftovers.js';
import { DamagedFile, loadStored, type StoredObject } from './stored-file.js';

export interface UpdateOptions {
  /**
   * If given, a damaged file counts as empty and is set aside, instead of failing the change. Called after storing, with the
   * path of the file that was set aside.
   */
  readonly repair?: ((kept: string) => void) | undefined;
  /** For content that must survive a kill: the file is replaced before the disk is waited for. */
  readonly isUrgent?: boolean | undefined;
  /** Runs under the same lock when the change is safe on disk but not yet in place. If it fails, the change is discarded. */
  readonly together?: (() => Promise<unknown>) | undefined;
}

/** What changes a stored file. Most commands only read one. */
export interface FileChanges {
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
  update(change: (stored: StoredObject) => StoredObject, options?: UpdateOptions): Promise<StoredObject>;
  /** Deletes leftovers that may contain old content: temporary files and damaged files. Gives the paths of the damaged ones. */
  sweep(): Promise<readonly string[]>;
  /** The lock between processes, which `update` takes, too. */
  readonly lock: SharedLock;
}

interface ChangesParts {
  readonly path: () => string;
  readonly processes: Processes;
  /** Gets the content of the file from now on, while the lock is held. */
  readonly onStored: (content: StoredObject) => void;
}

export function openChanges({ path, processes, onStored }: ChangesParts): FileChanges {
  const lock = openSharedLock({
    file: () => {
      prepareFolder(dirname(path()));
      return ownPath(`${path()}.lock`);
    },
    processes,
  });
  return {
    lock,
    async prepare() {
      const scratch = nameWhileWriting(path());
      const practice = openSharedLock({ file: () => `${scratch}.lock`, processes });
      const change = (stored: StoredObject): StoredObject => ({ ...stored });
      try {
        await fenced(practice, (check) => prepareChange({ path: scratch, change, check }).commit());
      } finally {
        rmSync(scratch, { force: true });
      }
    },
    async update(change, options = {}) {
      const { isUrgent = false, repair, together } = options;
      const { default: ConfFile } = isUrgent ? {} : await import('conf');
      // Without `together` this is synchronous, so other work of this process under the same lock cannot interfere. The
      // signal is not checked either, because a token that is not stored is lost.
      return await fenced(lock, (check) => {
        const prepared = prepareChange({ ConfFile, path: path(), change, repair, check });
        const commit = (): StoredObject => {
          const content = prepared.commit();
          // Not in `prepare`: waiting for the disk there would hold up the response.
          if (isUrgent) flush(path());
          onStored(content);
          return content;
        };
        if (!together) return commit();
        return together().then(commit, (error) => {
          prepared.discard();
          throw error;
        });
      });
    },
    async sweep() {
      return findLeftovers(path()).length === 0 ? [] : await lock.hold(() => sweepLeftovers(path()));
    },
  };
}

interface Change extends Pick<UpdateOptions, 'repair'> {
  /** Writes the file, unless the change is urgent. */
  readonly ConfFile?: typeof Conf | undefined;
  readonly path: string;
  readonly change: (stored: StoredObject) => StoredObject;
  /** Called before the file is replaced. Throws if the lock was lost. */
  readonly check: () => void;
}

/**
 * Reads a file while its lock is held, and writes its new content next to it; committing that puts it in place, and gives it. No reader
 * ever sees half a file: not if the disk is full, not if the process is killed, and not inside a snap, where conf would write the file
 * in place (docs/requirements.md, R66 and R68). Throws TrackerError `failed`.
 *
 * What is urgent is written without conf, which waits for the disk before the file is replaced: a process that is killed
 * meanwhile would lose a token that the server has already replaced. It is waited for afterwards (docs/requirements.md, D12).
 */
function prepareChange({ ConfFile, path, change, repair, check }: Change) {
  const loaded = load(path, repair !== undefined);
  const content = loaded ?? {};
  const next = change(content);
  if (loaded && next === content) return { commit: () => content, discard: () => undefined };
  const real = realPath(path);
  const temporary = nameWhileWriting(real);
  const write = ConfFile && ((at: string): void => writeThrough(ConfFile, at, next));
  const prepared = tryFile('write', real, () =>
    prepareFile(real, JSON.stringify(next, undefined, '\t'), { temporary, ...(write && { write }) }),
  );
  return {
    discard: prepared.discard,
    commit(): StoredObject {
      try {
        check();
      } catch (error) {
        prepared.discard();
        throw error;
      }
      const kept = loaded ? undefined : setAside(real);
      try {
        tryFile('write', real, prepared.commit);
      } catch (error) {
        if (kept !== undefined) renameSync(kept, real);
        throw error;
      }
      removeTemporary(real);
      if (kept !== undefined) repair?.(kept);
      return next;
    },
  };
}

/** The content; undefined for a damaged file that is to be repaired. */
function load(path: string, repair: boolean): StoredObject | undefined {
  try {
    return loadStored(path);
  } catch (error) {
    if (repair && error instanceof DamagedFile) return undefined;
    throw error;
  }
}

function writeThrough(ConfFile: typeof Conf, path: string, next: StoredObject): void {
  const conf = new ConfFile<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path),
    fileExtension: '',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  });
  conf.store = { ...next };
}

/** Renames a damaged file, or a folder in its place, and gives the new path (docs/requirements.md, R65). */
function setAside(path: string): string {
  const kept = nameForDamaged(path);
  tryFile('move', path, () => renameSync(path, kept));
  // A file of another user keeps its mode.
  attempt(() => chmodSync(kept, statSync(kept).isDirectory() ? 0o700 : 0o600));
  return kept;
}

/**
 * Creates the config folder and makes it private (docs/requirements.md, R14), unless it holds something else, which others may have
 * to reach: it may be /etc, or a home folder. Throws TrackerError `failed` if that fails.
 */
function prepareFolder(folder: string): void {
  const close = (): void => {
    makeFolder(folder);
    const { mode, uid } = statSync(folder);
    if ((mode & 0o077) !== 0 && holdsOnlyOurs(folder, uid)) chmodSync(folder, mode & 0o700);
  };
  tryFile('write to', folder, close, 'set TRACKER_CONFIG_DIR to use another folder');
}

/** The files of a config folder, what is beside them while they are written, and what people put there for the program. */
const ours = /^(?:(?:config|credentials)\.json(?:\..*)?|triage\.json|templates)$/;

function holdsOnlyOurs(folder: string, uid: number): boolean {
  // Another process may delete a file in between.
  const ownerOf = (name: string): number => lstatSync(join(folder, name), { throwIfNoEntry: false })?.uid ?? uid;
  return readdirSync(folder).every((name) => ours.test(name) && ownerOf(name) === uid);
}
