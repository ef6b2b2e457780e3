import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { giveToOwner } from './folder.js';

/**
 * Replaces a file, readable only by its owner, in one step: nobody ever reads half of it. Its folder must exist. What a killed
 * process left under the temporary name is replaced; by default, each write has a name of its own. Throws the error of the file
 * system, and then leaves the file as it was.
 */
export function replaceFile(path: string, content: string | Uint8Array, temporary = nameBeside(path)): void {
  try {
    removeQuietly(temporary);
    const file = openSync(temporary, 'wx', 0o600);
    try {
      giveToOwner(file, path);
      writeFileSync(file, content);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

const nameBeside = (path: string): string => `${path}.${Math.random().toString(36).slice(2)}.tmp`;

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The error before it says more.
  }
}
