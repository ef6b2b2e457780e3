import { expect, test } from 'vitest';
import { changeRows, type Snapshot } from '../../../src/commands/watch/snapshot.js';
import type { TimelineEntry } from '../../../src/output/view.js';
import { setting } from '../../output/fake-io.js';

const snapshot = (status: string, ...entries: readonly TimelineEntry[]): Snapshot => ({
  kind: 'task',
  data: { envelope: {}, ref: 'SCM-1', uuid: 'u-1', setting, layout: () => ({}) as never, fields: [] },
  values: { status },
  entries: new Map(entries.map((entry) => [entry.time, entry])),
});

test('what is noticed at once is told by its time', () => {
  const entry = (time: string): TimelineEntry => ({ kind: 'log', time, author: 'Zoë', text: '1h' });
  const now = snapshot('done', entry('2026-11-20T19:02:00Z'), entry('2026-11-20T19:02:04Z'));
  const rows = changeRows(snapshot('todo'), now, new Date('2026-11-20T19:02:02Z'));
  expect(rows.map(({ change }) => change)).toEqual(['log', 'status', 'log']);
});
