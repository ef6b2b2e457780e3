import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedFolder } from './seeded-data.js';

/** Builds the program once before any test, because end-to-end tests run the build, and creates a folder for all test files. */
export default function setup(): () => void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
  const folder = mkdtempSync(join(tmpdir(), 'tracker-shared-'));
  process.env[sharedFolder] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
