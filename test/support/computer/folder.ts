import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../clean-ups.js';

/** Makes an empty folder, which is removed at the end of the test file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
