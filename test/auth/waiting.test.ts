import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from '../../src/auth/waiting.js';

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

test('a quick one, and one that fails, let it go at once and leave no timer behind', async () => {
  const turns = turnsWith((work) => work());
  expect(await turns.inTurn(async (token) => token)).toBe('token-1');
  await expect(turns.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});
