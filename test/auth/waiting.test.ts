import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns, repeatWithNewerToken } from '../../src/auth/tokens/waiting.js';
import type { Sentence } from '../../src/contract/errors.js';
import { makeGate } from '../support/gate.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const turnsWith = (locked: <T>(work: () => Promise<T>) => Promise<T>) =>
  createTurns({
    host: 'tracker.example.com',
    signal: new AbortController().signal,
    locked,
    read: async () => 'token-1',
    unsaved: () => undefined,
    missing: async () => new Error('gone'),
  });

test('a slow request lets the lock go after 10 s and goes on', async () => {
  let isHeld = false;
  const turns = turnsWith(async (work) => {
    isHeld = true;
    return await work().finally(() => {
      isHeld = false;
    });
  });
  const answered = turns.inTurn(async (token) => {
    await new Promise((resolve) => setTimeout(resolve, 25_000));
    return `answer to ${token}`;
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(isHeld).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(isHeld).toBe(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await answered).toBe('answer to token-1');
});

test('a quick one, and one that fails, release it at once and leave no timer', async () => {
  const turns = turnsWith((work) => work());
  expect(await turns.inTurn(async (token) => token)).toBe('token-1');
  await expect(turns.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([-3_600_000, 3_600_000])('a clock that is set by %i ms meanwhile changes no wait', async (by) => {
  const waiting = repeatWithNewerToken(
    {
      host: 'tracker.example.com',
      signal: new AbortController().signal,
      sent: 'token-1',
      waitMs: 5_000,
      locked: (work) => work(),
      read: async () => 'token-1',
    },
    async () => 'repeated',
  );
  let hasEnded = false;
  void waiting.then(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(2_500);
  vi.setSystemTime(Date.now() + by);
  await vi.advanceTimersByTimeAsync(2_400);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(hasEnded).toBe(true);
  expect(await waiting).toBeUndefined();
});

test('a notice is shown after a second of waiting for a lock', async () => {
  const told: Sentence[] = [];
  const { open, opened } = makeGate();
  const turns = createTurns({
    host: 'tracker.example.com',
    signal: new AbortController().signal,
    locked: async (work) => {
      await opened;
      return await work();
    },
    read: async () => 'token-1',
    unsaved: () => undefined,
    missing: () => Promise.resolve(new Error('gone')),
    notice: (sentence) => told.push(sentence),
  });
  const answered = turns.inTurn(async (token) => token);
  await vi.advanceTimersByTimeAsync(900);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['waiting for another tracker process to finish…']);
  open();
  expect(await answered).toBe('token-1');
  expect(vi.getTimerCount()).toBe(0);
});

test('requests that were refused at once wait at the same time, not one after the other', async () => {
  const turns = turnsWith((work) => work());
  let ended = 0;
  const refused = Array.from({ length: 4 }, () => turns.repeatWithNewer('token-1', async () => 'repeated'));
  for (const each of refused) void each.then(() => void ended++);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(ended).toBe(0);
  await vi.advanceTimersByTimeAsync(400);
  expect(ended).toBe(4);
  expect(await Promise.all(refused)).toEqual([undefined, undefined, undefined, undefined]);
  const late = turns.repeatWithNewer('token-0', async (token) => token);
  expect(await late).toBe('token-1');
});
