import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import { type OptionalLockOptions, takeOptionalLock } from '../../src/disk/lock.js';
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

test('the lock is there until it is released, in a folder made for it, and gone afterwards', async () => {
  const file = join(folder, 'locks', 'one.lock');
  const { isOurs, release } = await takeOptionalLock(lock('locks', 'one.lock'));
  expect([existsSync(file), isOurs()]).toEqual([true, true]);
  release();
  expect(existsSync(file)).toBe(false);
});

test('nothing is locked where no folder can be made or named, or no file', async () => {
  writeFileSync(join(folder, 'file'), '');
  const nowhere: OptionalLockOptions = {
    ...lock(),
    file: () => {
      throw new TrackerError('failed', 'HOME is not set');
    },
  };
  for (const options of [lock('file', 'one.lock'), nowhere, lock('x'.repeat(300))]) {
    const { isOurs, release } = await takeOptionalLock(options);
    expect(isOurs()).toBe(true);
    release();
  }
});

test('a lock that another process keeps ends in the error for that', async () => {
  const { release } = await takeOptionalLock(lock('one.lock'));
  const second = takeOptionalLock(lock('one.lock'));
  await expect(second).rejects.toMatchObject({ kind: 'conflict', message: 'in use' });
  release();
});
