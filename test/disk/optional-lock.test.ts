import { mkdtempSync, rmSync } from 'node:fs';
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

test('a lock that another process keeps ends in the error for that', async () => {
  const { release } = await takeOptionalLock(lock('one.lock'));
  const second = takeOptionalLock(lock('one.lock'));
  await expect(second).rejects.toMatchObject({ kind: 'conflict', message: 'in use' });
  release();
});
