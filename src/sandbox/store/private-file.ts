import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes sure that `file` exists and that its owner alone can read it; a folder made on the way is the owner's alone, too.
 * The database gives the files that it puts beside this one the same mode (docs/requirements.md, R72). Throws what the
 * file system throws.
 */
export function claimFile(file: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}
