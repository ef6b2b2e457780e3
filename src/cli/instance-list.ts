import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type InstanceEntry, readDefault, readInstances } from '../auth/instances.js';
import type { Folders } from '../config/folders.js';
import { loadStored, type Stored } from '../config/stored-file.js';
import { makeFolder } from '../lock/make-folder.js';
import { instanceFolder, oneLine } from '../state/references.js';

/** The servers of this machine, as far as shells have to know them for completion. */
export interface InstanceList {
  readonly instances: readonly InstanceEntry[];
  readonly preferred: string | undefined;
}

/**
 * Reads which servers there are, and keeps that in the cache folder for shells, which read no JSON: `instances.tsv` has a
 * line `#<TAB>path of config.json<TAB>name of the default instance`, and `name<TAB>folder of its index<TAB>address` for
 * each. It is as old as the moment before config.json was read, so that a shell can tell by the times of the two whether it
 * still holds. Nothing is thrown: a damaged file counts as empty, and a cache that cannot be written is none.
 */
export function refreshInstanceList(folders: Pick<Folders, 'config' | 'cache'>): InstanceList {
  const readAt = new Date();
  const config = pathOf(() => join(folders.config(), 'config.json'));
  const stored = config === undefined ? {} : storedAt(config);
  const list = { instances: readInstances(stored), preferred: readDefault(stored) };
  const file = pathOf(() => join(folders.cache(), 'instances.tsv'));
  if (config !== undefined && file !== undefined) keep(file, toText(config, list), { readAt, config });
  return list;
}

function toText(config: string, { instances, preferred = '' }: InstanceList): string {
  const lines = instances.map(({ name, url }) => [oneLine(name), instanceFolder(url), oneLine(url)]);
  return [['#', config, oneLine(preferred)], ...lines].map((line) => `${line.join('\t')}\n`).join('');
}

function storedAt(path: string): Stored {
  try {
    return loadStored(path);
  } catch {
    return {};
  }
}

function keep(
  file: string,
  text: string,
  { readAt, config }: { readonly readAt: Date; readonly config: string },
): void {
  try {
    if (holds(file, text) && statSync(file).mtimeMs >= statSync(config).mtimeMs) return;
    makeFolder(dirname(file));
    replace(file, text, readAt);
  } catch {
    // Without it a shell asks the program each time.
  }
}

function replace(file: string, text: string, time: Date): void {
  const temporary = `${file}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    utimesSync(temporary, time, time);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Nothing is read but a plain file of that length: what is there may be a pipe, or never end. */
function holds(file: string, text: string): boolean {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size === Buffer.byteLength(text) && readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
}

function pathOf(path: () => string): string | undefined {
  try {
    return path();
  } catch {
    return undefined;
  }
}
