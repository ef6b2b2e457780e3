import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { fileTrouble } from './file-trouble.js';
import { givePathToOwner } from './folder.js';
import { type Processes, processSpace } from './processes.js';

/** The age at which a file counts as abandoned if its process cannot be checked (milliseconds since the last write). */
const foreignMs = 24 * 60 * 60 * 1000;

const pattern = /^\.?tracker-(\d+)-([0-9a-f]{8})-[0-9a-f]{16}(?:\.part)?$/;

/** A unique name that contains the id of this process: `tracker-4711-0f3a91c2-5be1d2f04c77a6e9`. */
export function temporaryName({ id }: Processes): string {
  return `tracker-${id}-${spaceMark(processSpace(id).name)}-${randomBytes(8).toString('hex')}`;
}

/** Removes files with such names that killed processes left in a folder. Files that cannot be removed are left for the next command. */
export function removeLeftBehind(folder: string, processes: Processes): void {
  const { name, isSeen } = processSpace(processes.id);
  const here = isSeen ? spaceMark(name) : undefined;
  const isLeft = (path: string, id: string, mark: string | undefined): boolean =>
    mark === here ? !processes.isAlive(Number(id)) : Date.now() - statSync(path).mtimeMs > foreignMs;
  for (const entry of attempt(() => readdirSync(folder)) ?? []) {
    const [, id, mark] = pattern.exec(entry) ?? [];
    const path = join(folder, entry);
    // It may belong to another user, or be gone already.
    if (id !== undefined) attempt(() => isLeft(path, id, mark) && rmSync(path, { recursive: true, force: true }));
  }
}

/** What to do if the folder for temporary files cannot be used. */
export const otherTemporaryFolder = 'set TMPDIR to another folder';

/**
 * Creates a folder with mode 0700 for temporary files, by default among those of the system; its name starts with `prefix`.
 * Throws `failed` if that is impossible.
 */
export function makeTemporaryFolder(prefix: string, within = tmpdir()): string {
  try {
    const folder = mkdtempSync(join(within, prefix));
    givePathToOwner(folder);
    return folder;
  } catch (cause) {
    throw fileTrouble('create a folder in', within, cause, otherTemporaryFolder);
  }
}

function spaceMark(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 8);
}
