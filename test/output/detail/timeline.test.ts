import { expect, test } from 'vitest';
import { timelineLines } from '../../../src/output/detail/timeline.js';

const look = { width: 80, words: false, color: false, now: new Date('2026-11-20T16:40:00Z') };

test('an entry may have more lines than a call may have arguments', async () => {
  const entry = { kind: 'comment', time: '2026-11-20T16:00:00Z', author: 'Zoë', text: 'x\n'.repeat(200_000) };
  const lines = await timelineLines({ timeline: [entry] }, look);
  expect(lines.length).toBeGreaterThan(200_000);
});
