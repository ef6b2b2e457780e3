import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSource } from './compile-source.mjs';
import { setTraps, trapped } from './computer/traps.js';
import { makeRootWithoutNode, rootMissing, usualTools } from './computer/without-node.js';
import { isNewer } from './is-newer.js';

/**
 * Builds the program before any test, because end-to-end tests run the build, if something has changed since it was built, and gives
 * the run a temporary folder. With TRACKER_WITHOUT_NODE, what TRACKER_PROGRAM names runs in a root of its own. The run fails if a test
 * started a browser, an editor or the like of the computer.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { TRACKER_PROGRAM: program = '', TRACKER_WITHOUT_NODE: isAlone } = process.env;
  const missing = isAlone && (existsSync(program) ? rootMissing : 'needs a program in TRACKER_PROGRAM');
  if (missing) throw new Error(`TRACKER_WITHOUT_NODE ${missing}`);
  if (!isNewer('dist/package.json', ['src', 'scripts', 'package.json', 'node_modules/.package-lock.json']))
    execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
      stdio: 'inherit',
    });
  await compileSource();
  const folder = mkdtempSync(join(process.env.TMPDIR ?? findMemory() ?? tmpdir(), 't-'));
  // Some programs run as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  setTraps(join(folder, 'traps'));
  const root = isAlone ? await makeRootWithoutNode({ file: resolve(program), tools: usualTools }) : undefined;
  if (root) process.env.TRACKER_PROGRAM = root.program;
  return async () => {
    await root?.close();
    const started = trapped();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    if (started.length === 0) return;
    // An error here is only printed.
    process.exitCode = 1;
    throw new Error(`tests started programs of this computer:\n${started.join('\n')}`);
  };
}

/** A folder in memory with enough room, if there is one: thousands of homes are made and removed there in less time. */
function findMemory(): string | undefined {
  const folder = '/dev/shm';
  // Some tests write files of 1 GB.
  const needed = 6 * 1024 ** 3;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed || freemem() < needed) return undefined;
    return runsPrograms(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether programs may be started from a folder. */
function runsPrograms(folder: string): boolean {
  const inside = mkdtempSync(join(folder, 't-'));
  try {
    const program = join(inside, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(inside, { recursive: true });
  }
}
