import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { givePathToOwner } from '../disk/give-to-owner.js';

/**
 * Creates a folder and its missing parents, by default readable only by their owner. Done level by level, because Node's
 * recursive option never returns on file systems with folders in which none can be created. Throws any error of the file
 * system.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing.length > 0 ? missing : [resolve(folder)]) {
    try {
      mkdirSync(each, { mode });
      givePathToOwner(each);
    } catch (error) {
      // The folder may exist, or another process may have just created it. A file in its place is an error.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST' && isFolder(each))) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
