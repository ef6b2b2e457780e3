import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import { UnwritableLock } from '../../src/disk/file-trouble.js';
import { type OptionalLockOptions, withOptionalLock } from '../../src/disk/lock.js';
import { realProcesses } from './real-processes.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracker-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lock = (...path: readonly string[]): OptionalLockOptions => ({
  file: () => join(folder, ...path),
  processes: realProcesses,
  waitMs: 50,
  onLocked: (cause) => new TrackerError('conflict', 'in use', { cause }),
});

test('the lock is there while the work runs, in a folder made for it, and gone afterwards', async () => {
  const file = join(folder, 'locks', 'one.lock');
  expect(await withOptionalLock(lock('locks', 'one.lock'), async () => existsSync(file))).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test('work is done without a lock where no folder can be made or named, or no file', async () => {
  writeFileSync(join(folder, 'file'), '');
  const nowhere: OptionalLockOptions = {
    ...lock(),
    file: () => {
      throw new TrackerError('failed', 'HOME is not set');
    },
  };
  for (const options of [lock('file', 'one.lock'), nowhere, lock('x'.repeat(300))])
    expect(await withOptionalLock(options, async () => 'done')).toBe('done');
});

test('a lock that another process keeps ends in the error for that', async () => {
  await withOptionalLock(lock('one.lock'), async () => {
    const second = withOptionalLock(lock('one.lock'), async () => 'never');
    await expect(second).rejects.toMatchObject({ kind: 'conflict', message: 'in use' });
  });
});

test.each([
  new TrackerError('failed', 'the server is on fire', { cause: new Error('fire') }),
  new UnwritableLock(new TrackerError('failed', 'another lock')),
])('what the work throws is not taken for a lock that failed', async (error) => {
  let runs = 0;
  const work = async (): Promise<never> => {
    runs += 1;
    throw error;
  };
  await expect(withOptionalLock(lock('one.lock'), work)).rejects.toBe(error);
  expect(runs).toBe(1);
});
