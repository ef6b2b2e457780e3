import { closeSync, rmSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Context } from '../../args/context.js';
import { findRunning, type RunningSandbox, runningFile, usualSandboxFolder } from '../../auth/running-sandbox.js';
import { attempt, Unsafe, usageError } from '../../contract/errors.js';
import { codeOf, fileTrouble, tryFile } from '../../disk/file-trouble.js';
import { isWritableByOthers } from '../../disk/find-danger.js';
import { createFolder } from '../../disk/folder.js';
import { openOwn, readOwn } from '../../disk/read-regular.js';
import { replaceFile } from '../../disk/replace-file.js';

export type SandboxPlace = Readonly<ReturnType<typeof placeIn>>;

/** The folder given by `--data`, or else the default one in the data folder. Throws a usage error for an empty one. */
export function findPlace(context: Context, data: string | undefined): SandboxPlace {
  if (data === '') throw usageError('--data cannot be empty');
  const { folders, workingFolder } = context.settings;
  return placeIn(data === undefined ? usualSandboxFolder(folders.data) : resolve(workingFolder, data));
}

/** Where a sandbox keeps its files. `running` says which process serves it, and exists while it runs. */
export function placeIn(folder: string) {
  return {
    folder,
    database: join(folder, 'sandbox.db'),
    running: runningFile(folder),
    log: join(folder, 'sandbox.log'),
  };
}

/**
 * Creates the folder, readable only by its owner (docs/requirements.md, R72); one that was there keeps its mode, since it may hold
 * other things. Throws `failed` if others can write to it, and for files in it that cannot be used, or are not ours.
 */
export function preparePlace({ folder, database, log }: SandboxPlace): void {
  createFolder(folder);
  const stats = statSync(folder);
  if (sep === '/' && isWritableByOthers(stats, stats.uid))
    throw new Unsafe('failed', `other users can write to ${folder}, so it is not safe to use`, {
      hint: 'choose another folder with --data',
    });
  for (const path of [...databaseFiles(database), log, join(folder, 'port')]) {
    try {
      closeSync(openOwn(path));
    } catch (cause) {
      if (cause instanceof Unsafe) throw cause;
      if (codeOf(cause) !== 'ENOENT') throw fileTrouble('open', path, cause);
    }
  }
}

/** The sandbox that is running there; undefined if none is, even if a killed one has left its file. */
export function findRunningAt(context: Context, { folder }: SandboxPlace): RunningSandbox | undefined {
  return findRunning(folder, context.settings.processes);
}

/** Replaces the file instead of writing into it, because others may have opened the old one, and nobody may read half of it. */
export function writeRunning(place: SandboxPlace, running: RunningSandbox): void {
  write(place.running, `${JSON.stringify(running)}\n`, `${place.running}.new`);
}

export function removeRunning(place: SandboxPlace): void {
  remove(place.running);
}

/** The port of the last run, so that URLs stay valid; undefined if there was none. */
export function lastPort(place: SandboxPlace): number | undefined {
  const port = Number(attempt(() => readOwn(join(place.folder, 'port')).toString('utf8')));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

export function keepPort(place: SandboxPlace, port: number): void {
  write(join(place.folder, 'port'), `${port}\n`);
}

function write(path: string, content: string, temporary?: string): void {
  tryFile('write', path, () => replaceFile(path, content, temporary));
}

/** Deletes the data and nothing else in the folder. Throws `failed` if it cannot be deleted. */
export function removeData(place: SandboxPlace): void {
  databaseFiles(place.database).forEach(remove);
}

function remove(path: string): void {
  tryFile('delete', path, () => rmSync(path, { force: true }));
}

const databaseFiles = (database: string): readonly string[] => ['', '-wal', '-shm'].map((suffix) => database + suffix);
