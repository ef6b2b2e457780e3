import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { TrackerError } from '../../src/contract/errors.js';
import { type LockOptions, withLock } from '../../src/disk/lock.js';
import { type Processes, processSpace } from '../../src/disk/processes.js';
import { makeFolder } from '../support/computer/folder.js';
import { realProcesses } from './real-processes.js';

let folder: string;

beforeEach(() => {
  folder = makeFolder();
});

const lock = (more: Partial<LockOptions> = {}): LockOptions => ({
  file: join(folder, 'lock'),
  processes: realProcesses,
  waitMs: 5_000,
  ...more,
});

const others = (alive: boolean): Processes => ({ ...realProcesses, isAlive: () => alive, startedAt: () => 'then' });

test('the lock is a private file while the work runs, and gone after it', async () => {
  const seen = await withLock(lock(), () => {
    const { mode } = statSync(join(folder, 'lock'));
    return [mode & 0o777, readFileSync(join(folder, 'lock'), 'utf8')];
  });
  const { name } = processSpace(process.pid);
  expect(seen).toEqual([0o600, expect.stringMatching(/^\d+ \d* \S+ \d+\n$/)]);
  expect(seen[1]).toContain(`${process.pid} ${realProcesses.startedAt(process.pid)} ${name} `);
  expect(readdirSync(folder)).toEqual([]);
});

test('work that fails gives the lock back', async () => {
  await expect(withLock(lock(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(lock(), () => 'again')).toBe('again');
});

const canPin = ((): boolean => {
  const file = join(tmpdir(), `tracker-pin-${process.pid}`);
  writeFileSync(file, '');
  const isPinned = spawnSync('chattr', ['+i', file]).status === 0;
  spawnSync('chattr', ['-i', file]);
  rmSync(file);
  return isPinned;
})();

test.skipIf(!canPin)('work that is done does not fail because the lock cannot be removed (#10.16)', async () => {
  const file = join(folder, 'lock');
  try {
    expect(await withLock(lock(), () => spawnSync('chattr', ['+i', file]).status)).toBe(0);
    expect(readdirSync(folder)).toEqual(['lock']);
  } finally {
    spawnSync('chattr', ['-i', file]);
  }
});

test('a process that has got the number of a dead owner is not taken for it', async () => {
  writeFileSync(join(folder, 'lock'), `${process.pid} long-ago\n`);
  expect(await withLock(lock(), () => 'taken over')).toBe('taken over');
});

test('a live owner that keeps the lock is reported after the wait, with the file', async () => {
  writeFileSync(join(folder, 'lock'), '1 then\n');
  const asked = withLock(lock({ processes: others(true), waitMs: 0 }), () => 'inside');
  await expect(asked).rejects.toMatchObject({
    kind: 'failed',
    message: `${join(folder, 'lock')} is locked by another tracker process`,
  });
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('1 then\n');
});

test('what only time can tell from the work of another is waited for, however short the wait, and then taken over', async () => {
  const dead = '1 then\n';
  const left = [{ lock: '' }, { lock: '12' }, { lock: dead, 'lock.break': '' }];
  const waited = left.map(async (files) => {
    const inside = makeFolder();
    for (const [name, text] of Object.entries(files)) {
      const path = join(inside, name);
      writeFileSync(path, text);
      const past = Date.now() / 1000 - 5;
      utimesSync(path, past, past);
    }
    const since = performance.now();
    await withLock(lock({ file: join(inside, 'lock'), processes: others(false), waitMs: 0 }), () => undefined);
    return [performance.now() - since > 1_900, readdirSync(inside)];
  });
  expect(await Promise.all(waited)).toEqual(left.map(() => [true, []]));
});

test.each([1, 2])('a lock taken while a dead one is judged is left alone (look %i)', async (look) => {
  const file = join(folder, 'lock');
  writeFileSync(file, '1 then\n');
  let looks = 0;
  const processes: Processes = {
    ...others(true),
    isAlive(id) {
      if (++looks === look) writeFileSync(file, '2 then\n');
      return id === 2;
    },
  };
  const outcome = await withLock(lock({ processes, waitMs: 0 }), () => 'inside').catch(
    (error: TrackerError) => error.kind,
  );
  expect([outcome, looks >= look]).toEqual(readdirSync(folder).length === 0 ? ['inside', false] : ['failed', true]);
});

test('a missing folder is reported with the file and the reason', async () => {
  const file = join(folder, 'gone', 'lock');
  await expect(withLock(lock({ file }), () => 'inside')).rejects.toMatchObject({
    kind: 'failed',
    message: `cannot write ${file}: ENOENT`,
  });
});
