import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/open.js';
import type { Shape } from '../../../src/sandbox/world.js';

/**
 * Opens a sandbox with data of its own. A seed with a number always makes the same data, so it runs once per test run and the
 * rest is copied: that takes 2 ms instead of 80. Nobody knows the password of copied data.
 */
export async function openSeeded(options: Omit<SandboxOptions, 'file'> & { readonly seed: string }): Promise<Sandbox> {
  if (!options.seed.includes(':')) return await openSandbox({ ...options, file: ':memory:' });
  const folder = mkdtempSync(join(tmpdir(), 'tracker-data-'));
  const file = join(folder, 'data.db');
  copyFileSync(await seededFile(options.seed, options.shape), file);
  const sandbox = await openSandbox({ ...options, file });
  // Nothing here has to survive a power failure, and nobody else opens the file.
  for (const how of ['synchronous = OFF', 'locking_mode = EXCLUSIVE', 'journal_mode = MEMORY'])
    sandbox.world.db.all(`PRAGMA ${how}`);
  return {
    ...sandbox,
    close() {
      sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The database of a seed with a number, in the temporary folder of this test run. All test files share it: it may only be copied. */
export async function seededFile(seed: string, shape: Shape = 'usual'): Promise<string> {
  const file = join(tmpdir(), `${seed.replace(':', '-')}-${shape}.db`);
  if (existsSync(file)) return file;
  const { world, close } = await openSandbox({ file: ':memory:', seed, shape });
  // Another worker may be making it too; whoever renames last wins, and nobody sees half a file.
  const unfinished = `${file}.${process.pid}`;
  world.db.run('VACUUM INTO ?', unfinished);
  close();
  renameSync(unfinished, file);
  return file;
}
