import { expect, test } from 'vitest';
import { bodyOf } from '../../../src/commands/triage/details.js';
import { asciiRuler } from '../../../src/output/text/width.js';
import { now } from '../../output/fake-io.js';
import { processorTime } from '../../support/computer/processor-time.js';

test('of a long name, a message shows no more than can be seen', async () => {
  const entry = { kind: 'reply', time: '', author: 'Ann '.repeat(200_000), text: 'Hello' } as const;
  const layout = { ref: 'OPS-1', title: '', fields: [], timeline: [entry], blocks: [] };
  const look = { width: 80, now, color: false, words: false, ruler: asciiRuler, base: '' };
  const { lines } = await bodyOf(
    { layout, envelope: {}, item: undefined },
    { me: '', since: undefined },
    { ...look, signal: new AbortController().signal, processorTime },
  );
  expect(lines.length).toBeLessThan(100);
});
