import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and what is missing above it, all readable by their owner alone. Level by level, because Node's recursive
 * way never ends where a file system has a folder in which none can be made. Throws what the file system throws.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing.length > 0 ? missing : [resolve(folder)]) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // It may be there, or another process may have made it in between; a file in its place is an error.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST' && isFolder(each))) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
