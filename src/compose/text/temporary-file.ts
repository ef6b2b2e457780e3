import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TrackerError, usageError } from '../../contract/errors.js';
import { codeOf, fileTrouble } from '../../disk/file-trouble.js';
import { givePathToOwner } from '../../disk/folder.js';
import { makeTemporaryFolder, otherTemporaryFolder } from '../../disk/temporary-name.js';
import { whyUnreadable } from '../../files/read-input.js';

export type FileContent = string | { readonly copyOf: string };

/**
 * Writes a text, or a copy of a file, to a file of mode 0600 in a new folder of mode 0700, and returns its path. `what` becomes
 * its name; the new folder is `within` another one, or among the temporary ones. Throws a usage error if the other file cannot
 * be read, and `failed` if nothing can be written; then no file is left.
 */
export function writeTemporaryFile(what: string, content: FileContent, within?: string): string {
  const folder = makeTemporaryFolder('tracker-', within);
  const file = join(folder, `${what.replace(/\W+/g, '-')}.md`);
  try {
    if (typeof content === 'string') writeFileSync(file, content, { mode: 0o600 });
    else copyFrom(content.copyOf, file);
    chmodSync(file, 0o600);
    givePathToOwner(file);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error instanceof TrackerError ? error : fileTrouble('write', file, error, otherTemporaryFolder);
  }
  return file;
}

function copyFrom(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (cause) {
    throw usageError(`cannot read ${from}: ${whyUnreadable(codeOf(cause))}`);
  }
}
