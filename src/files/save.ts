import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TrackerError } from '../errors.js';
import { codeOf, fileTrouble } from '../lock/file-trouble.js';
import type { Processes } from '../lock/processes.js';
import { removeLeftBehind, temporaryName } from '../lock/temporary-name.js';

export interface Saving {
  readonly path: string;
  /** Replace an existing file; of a link, the link itself and never its target. */
  readonly clobber: boolean;
}

/**
 * Writes a body to a new file beside `path`, and gives it that name once it is whole: a download that breaks off leaves
 * nothing, and nothing is overwritten unless asked (docs/requirements.md, R54). Leftovers of killed downloads are removed.
 * Throws `failed` where the file cannot be written or already exists, and what the body throws.
 */
export async function saveFile(body: AsyncIterable<Uint8Array>, saving: Saving, processes: Processes): Promise<void> {
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
  // `wx` follows no link and opens nothing that is there.
  const file = await open(temporary, 'wx').catch(explain);
  try {
    for await (const bytes of body) await file.writeFile(bytes).catch(explain);
    await file.sync().catch(explain);
  } finally {
    await file.close().catch(() => undefined);
  }
}

async function publish(temporary: string, { path, clobber }: Saving): Promise<void> {
  try {
    if (clobber) await rename(temporary, path);
    else await linkNew(temporary, path);
  } catch (cause) {
    throw codeOf(cause) === 'EEXIST' ? alreadyThere(path) : fileTrouble('write', path, cause);
  }
}

/** Renames a file unless the new name is taken, even on a file system without hard links. */
async function linkNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    await (await open(path, 'wx')).close();
    await rename(temporary, path);
  }
}

/** Throws `failed` where something exists that must not be replaced: anything, or with `clobber` anything but a file. */
export async function refuseExisting({ path, clobber }: Saving): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (!clobber) throw alreadyThere(path);
  if (!found.isFile() && !found.isSymbolicLink())
    throw new TrackerError('failed', `${path} is no file and is not replaced`, {
      hint: 'to write into something else, use -o - and redirect it',
    });
}

function alreadyThere(path: string): TrackerError {
  return new TrackerError('failed', `${path} is there already, and is left as it is`, {
    hint: 'add --clobber to replace it',
  });
}
