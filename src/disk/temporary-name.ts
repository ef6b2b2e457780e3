import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Processes, processSpace } from './processes.js';

/** The age at which a file counts as abandoned if its process cannot be checked (milliseconds since the last write). */
const foreignMs = 24 * 60 * 60 * 1000;

const pattern = /^\.?tracker-(\d+)-([0-9a-f]{8})-[0-9a-f]{16}(?:\.part)?$/;

/** A unique name that contains the id of this process: `tracker-4711-0f3a91c2-5be1d2f04c77a6e9`. */
export function temporaryName({ id }: Processes): string {
  return `tracker-${id}-${spaceMark(processSpace(id).name)}-${randomBytes(8).toString('hex')}`;
}

/**
 * Removes files with such names that killed processes left in a folder. Files that cannot be removed are left for the next
 * command.
 */
export function removeLeftBehind(folder: string, processes: Processes): void {
  const { name, isSeen } = processSpace(processes.id);
  const here = isSeen ? spaceMark(name) : undefined;
  const isLeft = (path: string, id: string, mark: string | undefined): boolean =>
    mark === here ? !processes.isAlive(Number(id)) : Date.now() - statSync(path).mtimeMs > foreignMs;
  for (const entry of namesIn(folder)) {
    const [, id, mark] = pattern.exec(entry) ?? [];
    const path = join(folder, entry);
    try {
      if (id !== undefined && isLeft(path, id, mark)) rmSync(path, { recursive: true, force: true });
    } catch {
      // It belongs to another user, or is already gone.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function spaceMark(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 8);
}
