import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a text to a file of mode 0600 in a new folder of mode 0700 and returns its path; its name contains `what`. Throws
 * the error of the file system, and then leaves no file.
 */
export function writeTemporaryFile(what: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-'));
  const file = join(folder, `${what.replace(/\W+/g, '-')}.md`);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    chmodSync(file, 0o600);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return file;
}
