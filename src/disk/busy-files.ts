import fs from 'node:fs';
import promises from 'node:fs/promises';
import { codeOf } from './file-trouble.js';

/** What Windows says of a file that another program has open. It says the same where something is forbidden. */
const inUse = ['EPERM', 'EACCES', 'EBUSY'];

/** How often it is tried again, and how long is waited each time (milliseconds). */
const [mostTries, pauseMs] = [20, 50];

/** Stands for a place that nobody wakes, to wait where nothing may run meanwhile. */
const nobody = new Int32Array(new SharedArrayBuffer(4));

/**
 * On Windows, a file cannot be replaced or removed, and its name not used again, while another program has it open: a virus scanner,
 * the search index, or another tracker that reads it. From now on, what does so here tries again for a second.
 */
export function waitForThem(): void {
  const { openSync, renameSync, unlinkSync } = fs;
  const { rename } = promises;
  fs.renameSync = (from, to) => trying(() => renameSync(from, to));
  fs.unlinkSync = (path) => trying(() => unlinkSync(path));
  fs.openSync = (path, flags, mode) => {
    const open = (): number => openSync(path, flags, mode);
    // A lock whose last owner has just removed it. Anything else may well be forbidden.
    return flags === 'wx' ? trying(open) : open();
  };
  promises.rename = async (from, to) => {
    for (let tries = 1; ; tries++) {
      const error = await rename(from, to).catch((cause: unknown) => cause ?? 'unknown');
      if (error === undefined) return;
      if (tries === mostTries || !inUse.includes(codeOf(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
}

function trying<T>(work: () => T): T {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (tries === mostTries || !inUse.includes(codeOf(error))) throw error;
      Atomics.wait(nobody, 0, 0, pauseMs);
    }
  }
}
