import { join } from 'node:path';
import type { Processes } from '../disk/processes.js';
import type { FileChanges } from './change-file.js';
import { DamagedFile, loadStored, type StoredObject } from './stored-file.js';

/** One JSON file in the config folder. It is read directly, and written through conf. */
export interface ConfFile extends Omit<FileChanges, 'lock'> {
  readonly path: string;
  /** The content, read once per process unless `again`; empty when there is no file. Throws DamagedFile. */
  read(again?: boolean): Promise<StoredObject>;
  /** Runs `work` while holding the lock, unless this is aborted before; `update` may be called inside. */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface ConfFileOptions {
  readonly folder: () => string;
  readonly name: 'config' | 'credentials';
  readonly processes: Processes;
  readonly signal?: AbortSignal;
}

export function openConfFile({ folder, name, processes, signal }: ConfFileOptions): ConfFile {
  const path = (): string => join(folder(), `${name}.json`);
  let known: StoredObject | undefined;
  let opened: Promise<FileChanges> | undefined;
  const onStored = (content: StoredObject): void => {
    known = content;
  };
  /** Undefined without a config folder: then there is nothing to read (docs/requirements.md, R67). */
  const findable = (): string | undefined => {
    try {
      return path();
    } catch {
      return undefined;
    }
  };
  const changes = (): Promise<FileChanges> =>
    (opened ??= import('./change-file.js').then(({ openChanges }) => openChanges({ path, processes, onStored })));
  return {
    get path() {
      return path();
    },
    async read(again = false) {
      if (known && !again) return known;
      const at = findable();
      known = at === undefined ? {} : await readWhole(at);
      return known;
    },
    update: async (change, options) => await (await changes()).update(change, options),
    prepare: async () => await (await changes()).prepare(),
    sweep: async () => (findable() === undefined ? [] : await (await changes()).sweep()),
    locked: async (work, given = signal) => await (await changes()).lock.hold(work, given),
  };
}

/** How many times a damaged file is read, and the pause in between (milliseconds): an editor may be saving it right now. */
const tornReads = 4;
const tornReadMs = 20;

async function readWhole(path: string): Promise<StoredObject> {
  for (let reads = 1; ; reads++) {
    try {
      return loadStored(path);
    } catch (error) {
      if (!(error instanceof DamagedFile) || reads === tornReads) throw error;
      await new Promise((resolve) => setTimeout(resolve, tornReadMs));
    }
  }
}
