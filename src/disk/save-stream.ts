import { link, lstat, open, readlink, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TrackerError } from '../contract/errors.js';
import { codeOf, fileTrouble } from './file-trouble.js';
import { giveToOwner } from './folder.js';
import type { Processes } from './processes.js';
import { removeLeftBehind, temporaryName } from './temporary-name.js';

interface SaveOptions {
  readonly path: string;
  /** Whether to replace an existing file, or a link itself but never its target. */
  readonly clobber: boolean;
}

/**
 * Writes a body to a temporary file next to `path`, and renames it when it is complete: a download that breaks off leaves no
 * file, and nothing is overwritten unless requested (docs/requirements.md, R54). Leftovers of killed downloads are removed.
 * Throws `failed` if the file cannot be written or already exists, and what the body throws.
 */
export async function saveFile(
  body: AsyncIterable<Uint8Array>,
  saving: SaveOptions,
  processes: Processes,
): Promise<void> {
  const folder = dirname(saving.path);
  removeLeftBehind(folder, processes);
  const temporary = join(folder, `.${temporaryName(processes)}.part`);
  try {
    await writeNew(body, temporary, saving.path);
    await publish(temporary, saving);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function writeNew(body: AsyncIterable<Uint8Array>, temporary: string, path: string): Promise<void> {
  const explain = (cause: unknown): never => {
    throw fileTrouble('write', path, cause);
  };
  // `wx` follows no links and opens no existing files.
  const file = await open(temporary, 'wx').catch(explain);
  try {
    giveToOwner(file.fd, temporary);
    for await (const bytes of body) await file.writeFile(bytes).catch(explain);
    await file.sync().catch(explain);
  } finally {
    await file.close().catch(() => undefined);
  }
}

async function publish(temporary: string, { path, clobber }: SaveOptions): Promise<void> {
  try {
    if (clobber) await rename(temporary, path);
    else await linkNew(temporary, path);
  } catch (cause) {
    throw codeOf(cause) === 'EEXIST' ? alreadyThere(path) : fileTrouble('write', path, cause);
  }
}

/** Renames a file unless the new name exists, even on a file system without hard links. */
async function linkNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    await (await open(path, 'wx')).close();
    try {
      await rename(temporary, path);
    } catch (cause) {
      await rm(path, { force: true });
      throw cause;
    }
  }
}

/**
 * Throws `failed` if something exists that must not be replaced: anything, or with `clobber` what is not a regular file, or leads to
 * something else, such as `/dev/stdout`.
 */
export async function refuseExisting({ path, clobber }: SaveOptions): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  // What leads nowhere is nothing but a link.
  const target = (await stat(path).catch(() => undefined)) ?? found;
  const isOpenFile = found.isSymbolicLink() && (await readlink(path)).startsWith('/proc/');
  if (isOpenFile || !(target.isFile() || target.isSymbolicLink()))
    throw new TrackerError('failed', `${path} is not a regular file; it was not replaced`, {
      hint: target.isDirectory()
        ? 'to save in a folder, use --dir'
        : 'to write to a pipe or a device, use -o - and redirect the output',
    });
  if (!clobber) throw alreadyThere(path);
}

function alreadyThere(path: string): TrackerError {
  return new TrackerError('failed', `${path} already exists`, { hint: 'use --clobber to replace it' });
}
