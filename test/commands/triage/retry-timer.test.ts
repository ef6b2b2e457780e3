import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRetryTimer } from '../../../src/commands/triage/retry-timer.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts these waits at once; gives when it was said that they are over. */
function timed(...waits: readonly { readonly ms: number; readonly isAsked: boolean }[]) {
  const said: number[] = [];
  const since = performance.now();
  const timer = createRetryTimer({ dispatch: () => said.push(performance.now() - since) });
  for (const wait of waits) timer.start({ do: 'retry', ...wait });
  return { said, timer };
}

test.each([
  ['an asked wait replaces one of our own', [5_000, false], [60_000, true], 60_000],
  ['a longer asked wait replaces a shorter one', [60_000, true], [90_000, true], 90_000],
  ['a shorter one does not replace a longer one', [90_000, true], [60_000, true], 90_000],
  ['nor does one of our own', [90_000, true], [5_000, false], 90_000],
] as const)('%s', (_what, [firstMs, first], [secondMs, second], over) => {
  const { said } = timed({ ms: firstMs, isAsked: first }, { ms: secondMs, isAsked: second });
  vi.advanceTimersByTime(200_000);
  expect(said).toEqual([over]);
});

test('a wait longer than timers can take is not over at once', () => {
  const { said } = timed({ ms: 999_999_999_999_000, isAsked: true });
  vi.advanceTimersByTime(1_000_000);
  expect(said).toEqual([]);
});

test('at the end it says nothing more', () => {
  const { said, timer } = timed({ ms: 5_000, isAsked: false });
  timer.stop();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([]);
});

test('once it has been stopped, the next wait may be shorter', () => {
  const { said, timer } = timed({ ms: 60_000, isAsked: true });
  timer.stop();
  timer.start({ do: 'retry', ms: 5_000, isAsked: false });
  vi.advanceTimersByTime(100_000);
  expect(said).toEqual([5_000]);
});
