import { expect, test } from 'vitest';
import { bodyOf } from '../../../src/commands/triage/reading/details.js';
import { asciiRuler } from '../../../src/output/text/width.js';
import { now } from '../../output/fake-io.js';
import { processorTime } from '../../support/computer/processor-time.js';

test('of a long name, a message shows no more than can be seen', async () => {
  const entry = { kind: 'reply', time: '', author: 'Ann '.repeat(200_000), text: 'Hello' } as const;
  const layout = { ref: 'OPS-1', title: '', fields: [], timeline: [entry], blocks: [] };
  const look = { width: 80, now, color: false, words: false, folds: false, ruler: asciiRuler, base: '' };
  const { lines } = await bodyOf(
    { layout, envelope: {}, item: undefined },
    { me: '', since: undefined },
    { ...look, signal: new AbortController().signal, processorTime },
  );
  expect(lines.length).toBeLessThan(100);
});

test('changes that follow each other are one line, which says how many and over what time, unless all are wanted', async () => {
  const change = (time: string) => ({ kind: 'system', time, author: 'Zoë', text: 'changed the status' }) as const;
  const reply = (author: string, more: object = {}) =>
    ({ kind: 'reply', time: '2026-09-01T12:00:00Z', author, text: `Words of ${author}`, ...more }) as const;
  const timeline = [
    reply('Petra', { side: 'customer' }),
    change('2026-09-02T10:00:00Z'),
    change('2026-09-03T11:00:00Z'),
    change('2026-09-04T12:00:00Z'),
    reply('Zoë', { side: 'team' }),
    change('2026-09-05T12:00:00Z'),
    reply('Łukasz', { kind: 'note', mark: 'internal note' }),
  ];
  const body = async (folds: boolean) => {
    const layout = { ref: 'OPS-1', title: '', fields: [], timeline, blocks: [] };
    const look = { width: 80, now, color: false, words: false, folds, ruler: asciiRuler, base: '' };
    const drawn = await bodyOf(
      { layout, envelope: {}, item: undefined },
      { me: 'Mara', since: undefined },
      { ...look, signal: new AbortController().signal, processorTime },
    );
    return { ...drawn, texts: drawn.lines.map((line) => line.map(({ text }) => text).join('')) };
  };
  const [folded, whole] = [await body(true), await body(false)];
  const changes = (texts: readonly string[]) => texts.filter((text) => text.startsWith('· '));
  expect(changes(folded.texts)).toEqual([
    expect.stringMatching(/^· Zoë changed the status, 2026-09-05/),
    expect.stringMatching(/^· 3 changes, 2026-09-02 \S+ to 2026-09-04 \S+$/),
  ]);
  expect(changes(whole.texts)).toHaveLength(4);
  for (const { texts, starts, lastWords } of [folded, whole]) {
    // Each entry has a line, so that the same one is found in the other form.
    expect(starts).toHaveLength(timeline.length);
    expect([texts[starts[0] ?? -1], texts[lastWords]]).toEqual([
      expect.stringMatching(/^Łukasz · internal note/),
      expect.stringMatching(/^Petra · customer/),
    ]);
    expect(starts.at(-1)).toBe(lastWords);
  }
});
