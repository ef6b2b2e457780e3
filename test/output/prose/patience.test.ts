import { describe, expect, test } from 'vitest';
import { Patience } from '../../../src/output/prose/patience.js';

const text = 'x'.repeat(5_000);

/** Formats something that takes so much processor time, on a machine that gives this program a share of it. */
async function format(milliseconds: number, share: number, signal?: AbortSignal) {
  const processorTime = (): number => performance.now() * share;
  const started = performance.now();
  const layOut = (): string[] => {
    const end = processorTime() + milliseconds;
    while (processorTime() < end);
    return ['formatted'];
  };
  const lines = await new Patience({ processorTime, signal }).spend(text, layOut);
  return { lines, tookMs: performance.now() - started };
}

describe('a text is given up after half a second of processor time, and three seconds', () => {
  test.each([
    ['formatted on a quiet machine', 300, 1, 0, 500],
    ['given up on a quiet machine', 5_000, 1, 500, 800],
    ['formatted on a busy machine', 300, 0.3, 1_000, 2_000],
    ['given up on a busy machine', 5_000, 0.3, 1_900, 2_800],
    ['given up on one that is too busy', 300, 0.02, 3_000, 3_300],
  ] as const)('%s', async (what, milliseconds, share, least, most) => {
    const { lines, tookMs } = await format(milliseconds, share);
    expect(lines).toEqual(what.startsWith('formatted') ? ['formatted'] : undefined);
    expect(tookMs).toBeGreaterThan(least - 20);
    expect(tookMs).toBeLessThan(most);
  });

  test('and is not begun anew after a signal', async () => {
    const { lines, tookMs } = await format(300, 0.1, AbortSignal.abort());
    expect([lines, tookMs < 800]).toEqual([undefined, true]);
  });
});
