import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fenced, type LockOptions, openSharedLock, withLock } from '../../src/disk/lock.js';
import { type Processes, processSpace } from '../../src/disk/processes.js';
import { makeFolder } from '../support/computer/folder.js';
import { realProcesses } from './real-processes.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeFolder();
  file = join(folder, 'lock');
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const alive: Processes = { ...realProcesses, isAlive: () => true, startedAt: () => 'then' };
const never = new AbortController().signal;
const dead: Processes = { ...alive, isAlive: () => false };
const foreign = '7 then another-space 1\n';
const ours = (id: number): string => `${id} then ${processSpace(process.pid).name} 1\n`;

/** Takes the lock, and gives the result. */
function take(more: Partial<LockOptions> = {}): { readonly outcome: () => string | undefined } {
  let outcome: string | undefined;
  withLock({ file, processes: alive, waitMs: 60_000, signal: never, ...more }, () => 'inside').then(
    (inside) => {
      outcome = inside;
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  return { outcome: () => outcome };
}

const later = async (milliseconds: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(milliseconds));

let touched = 0;
const touch = (): void => utimesSync(file, ++touched, touched);

describe('an owner of another container or computer', () => {
  test('is alive as long as it touches its lock, whatever local process has its id and whatever its clock shows', async () => {
    writeFileSync(file, foreign);
    const waiting = take({ processes: dead });
    for (let second = 0; second < 20; second++) {
      await later(1_000);
      touch();
    }
    expect(waiting.outcome()).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toBe(foreign);
  });

  test('is dead if it has not for some seconds, and delays others for less than 5 s', async () => {
    writeFileSync(file, foreign);
    writeFileSync(`${file}.break`, foreign);
    const waiting = take();
    await later(3_000);
    expect(waiting.outcome()).toBeUndefined();
    await later(1_500);
    expect(waiting.outcome()).toBe('inside');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.each([
  ['a folder', () => mkdirSync(file)],
  ['a folder with something in it', () => mkdirSync(join(file, 'x'), { recursive: true })],
  ['a link that leads nowhere', () => symlinkSync(join(folder, 'gone'), file)],
])('%s in place of a lock delays others for less than 5 s', async (_what, put) => {
  put();
  const waiting = take();
  await later(4_500);
  expect(waiting.outcome()).toBe('inside');
  expect(existsSync(file)).toBe(false);
});

test('an owner that is there but does nothing for 10 s has been stopped', async () => {
  writeFileSync(file, ours(7));
  const waiting = take();
  await later(9_500);
  expect(waiting.outcome()).toBeUndefined();
  await later(1_000);
  expect(waiting.outcome()).toBe('inside');
});

test('an owner touches its lock while it works', async () => {
  const done = withLock({ file, processes: realProcesses, waitMs: 0 }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 30_000));
  });
  const waiting = take({ processes: realProcesses });
  await later(29_000);
  expect(waiting.outcome()).toBeUndefined();
  await later(1_500);
  await done;
  expect(waiting.outcome()).toBe('inside');
  expect(vi.getTimerCount()).toBe(0);
});

describe('how long is waited', () => {
  const queue = async (minutes: number): Promise<void> => {
    for (let second = 0; second < minutes * 60; second++) {
      writeFileSync(file, ours(100 + Math.floor(second / 9)));
      await later(1_000);
    }
  };

  test('a long queue of living owners is waited for', async () => {
    writeFileSync(file, ours(7));
    const waiting = take();
    await queue(3);
    expect(waiting.outcome()).toBeUndefined();
    unlinkSync(file);
    await later(100);
    expect(waiting.outcome()).toBe('inside');
  });

  test('but not one that keeps it, nor one without end', async () => {
    const kept = `${file} is locked by another tracker process`;
    writeFileSync(file, ours(7));
    const behindOne = take();
    for (let second = 0; second < 61; second++, touch()) await later(1_000);
    expect(behindOne.outcome()).toBe(kept);
    const behindMany = take();
    await queue(14);
    expect(behindMany.outcome()).toBeUndefined();
    await queue(1.1);
    expect(behindMany.outcome()).toBe(kept);
  });

  test.each([-3_600_000, 3_600_000])('and a clock that is set by %i ms changes nothing', async (by) => {
    writeFileSync(file, ours(7));
    const waiting = take();
    await later(2_000);
    vi.setSystemTime(Date.now() + by);
    await later(2_000);
    expect(waiting.outcome()).toBeUndefined();
    unlinkSync(file);
    await later(100);
    expect(waiting.outcome()).toBe('inside');
  });
});

test('a lock that vanished, and that a third one has taken since, is left to them', async () => {
  await withLock({ file, processes: alive, waitMs: 0 }, (isOurs) => {
    expect(isOurs()).toBe(true);
    unlinkSync(file);
    expect(isOurs()).toBe(false);
    writeFileSync(file, ours(7));
    expect(isOurs()).toBe(false);
  });
  expect(readFileSync(file, 'utf8')).toBe(ours(7));
});

test('a second file that changes hands while its dead owner is judged is left to its new one', async () => {
  const guard = `${file}.break`;
  writeFileSync(file, ours(1));
  writeFileSync(guard, ours(2));
  const isAlive = (id: number): boolean => {
    if (id === 1) writeFileSync(guard, ours(3));
    return id === 3;
  };
  const waiting = take({ processes: { ...alive, isAlive } });
  await later(500);
  expect(waiting.outcome()).toBeUndefined();
  expect(readFileSync(guard, 'utf8')).toBe(ours(3));
  expect(readFileSync(file, 'utf8')).toBe(ours(1));
});

describe('a change whose lock was taken over', () => {
  const lock = () => openSharedLock({ file: () => file, processes: dead });
  const overtake = (): void => {
    unlinkSync(file);
    writeFileSync(file, ours(7));
  };

  test('is repeated under a new lock, even inside a longer hold', async () => {
    vi.useRealTimers();
    const shared = lock();
    const tries: string[] = [];
    await shared.hold(async () => {
      await fenced(shared, (check) => {
        tries.push(readFileSync(file, 'utf8'));
        if (tries.length === 1) overtake();
        check();
        tries.push('stored');
      });
    });
    expect(tries).toHaveLength(3);
    expect(tries[0]).not.toBe(tries[1]);
    expect(tries[2]).toBe('stored');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('fails if that keeps happening; any other failure is reported at once', async () => {
    vi.useRealTimers();
    let tries = 0;
    const lost = fenced(lock(), (check) => {
      tries++;
      overtake();
      check();
    });
    await expect(lost).rejects.toMatchObject({ kind: 'failed' });
    expect(tries).toBe(3);
    await expect(fenced(lock(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
