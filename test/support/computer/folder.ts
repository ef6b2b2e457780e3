import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FindFolder } from '../../../src/disk/folder.js';
import { atEnd } from '../clean-ups.js';

/** Makes an empty folder, which is removed at the end of the test file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder as the program finds its own: what is below it has no other user. */
export const within =
  (folder: string): FindFolder =>
  (...below) =>
    join(folder, ...below);
