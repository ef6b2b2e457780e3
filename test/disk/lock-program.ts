import { once } from 'node:events';
import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../src/disk/lock.js';
import { realProcesses } from './real-processes.js';

/**
 * `hold FOLDER`: takes the lock, says `held` and keeps it until told anything. `count FOLDER TIMES`: adds one to a number
 * in a file so many times, and fails where somebody else is inside.
 */
async function main(): Promise<void> {
  const [mode, folder = '', times = '1'] = process.argv.slice(2);
  const lock = { file: join(folder, 'lock'), processes: realProcesses, waitMs: 60_000 };
  if (mode === 'hold') {
    await withLock(lock, async () => {
      process.send?.('held');
      await once(process, 'message');
    });
  } else {
    process.send?.('ready');
    await once(process, 'message');
    for (let time = 0; time < Number(times); time++) await withLock(lock, () => addOne(folder));
  }
  process.disconnect();
}

async function addOne(folder: string): Promise<void> {
  const inside = join(folder, 'inside');
  closeSync(openSync(inside, 'wx'));
  const file = join(folder, 'number');
  const number = Number(readFileSync(file, 'utf8'));
  await new Promise((resolve) => setImmediate(resolve));
  writeFileSync(file, String(number + 1));
  unlinkSync(inside);
}

void main();
