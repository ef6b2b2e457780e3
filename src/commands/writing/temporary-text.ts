import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a text into a file of mode 0600 in a new folder of mode 0700 and gives its path; `what` is in its name. */
export function keepInTemporary(what: string, text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tracker-')), `${what.replace(/\W+/g, '-')}.md`);
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}
