import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import { type OptionalLockOptions, takeOptionalLock } from '../../src/disk/lock.js';
import { makeFolder } from '../support/computer/folder.js';
import { realProcesses } from './real-processes.js';

let folder: string;

beforeEach(() => {
  folder = makeFolder();
});

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
