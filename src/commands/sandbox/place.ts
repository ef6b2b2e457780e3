import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Context } from '../../context.js';
import { isRow } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import { makeFolder } from '../../lock/make-folder.js';

/** Where a sandbox keeps its files. */
export interface Place {
  readonly folder: string;
  readonly database: string;
  /** Says which process serves it; exists while it runs. */
  readonly running: string;
  readonly log: string;
}

/** What stands in the `running` file. */
export interface Running {
  readonly url: string;
  readonly port: number;
  readonly process: number;
  /** Tells the process from a later one with its number. */
  readonly mark: string;
  readonly since: string;
  readonly seed: string;
  readonly shape: string;
  readonly memory: boolean;
}

/** The folder named by `--data`, else the one in the data folder. */
export function findPlace(context: Context, data: string | undefined): Place {
  const folder =
    data === undefined
      ? join(context.settings.folders.data(), 'sandbox')
      : resolve(context.settings.workingFolder, data);
  return {
    folder,
    database: join(folder, 'sandbox.db'),
    running: join(folder, 'running.json'),
    log: join(folder, 'sandbox.log'),
  };
}

/** Creates the folder, readable only by its owner (docs/requirements.md, R72). */
export function preparePlace({ folder }: Place): void {
  try {
    makeFolder(folder);
    chmodSync(folder, 0o700);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new TrackerError('failed', `cannot create the folder ${folder}: ${code}`, { cause });
  }
}

/** The sandbox that runs on this place; undefined where none does, even if one was killed and left its file. */
export function readRunning(context: Context, place: Place): Running | undefined {
  const running = parse(place.running);
  const { processes } = context.settings;
  if (!running || !processes.isAlive(running.process)) return undefined;
  return processes.startedAt(running.process) === running.mark ? running : undefined;
}

export function writeRunning(place: Place, running: Running): void {
  writeFileSync(place.running, `${JSON.stringify(running)}\n`, { mode: 0o600 });
}

export function removeRunning(place: Place): void {
  rmSync(place.running, { force: true });
}

/** The port of the last run, so that URLs stay valid; undefined if there was none. */
export function lastPort(place: Place): number | undefined {
  try {
    const port = Number(readFileSync(join(place.folder, 'port'), 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

export function keepPort(place: Place, port: number): void {
  writeFileSync(join(place.folder, 'port'), `${port}\n`, { mode: 0o600 });
}

/** Deletes the data and nothing else in the folder. */
export function removeData(place: Place): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(place.database + suffix, { force: true });
}

function parse(file: string): Running | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRow(value) || typeof value.url !== 'string' || typeof value.process !== 'number') return undefined;
    // Written by this program alone; the two fields that others depend on are checked.
    return value as unknown as Running;
  } catch {
    return undefined;
  }
}
