import { expect, test } from 'vitest';
import { ageCell, fullTimeCell, timeCell, whenCell } from '../../src/views/cells/times.js';
import { noteDetail } from '../../src/views/notes.js';
import { meetingList } from '../../src/views/parts.js';

const now = new Date(2026, 10, 20, 16, 40);

test('a day in the future is never called today (#10.11)', () => {
  expect(whenCell('2026-11-21', now).text).toBe('tomorrow');
  expect(whenCell('2026-11-24', now).text).toBe('in 4d');
  expect(timeCell('2026-11-24', now).text).toBe('in 4d');
  expect(fullTimeCell('2026-12-24', now).text).toBe('2026-12-24');
});

test('what happened on the UTC day that has only just begun happened today', () => {
  expect(timeCell('2026-11-21', now).text).toBe('today');
  expect(timeCell('2026-11-20', now).text).toBe('today');
});

test('a meeting tomorrow is tomorrow', () => {
  const setting = { people: {}, now, me: undefined };
  const date = meetingList.columns.find(({ key }) => key === 'date');
  expect(date?.human?.({ meetingDate: '2026-11-21' }, setting)).toMatchObject({ text: 'tomorrow' });
  const { fields } = noteDetail({ note: { id: 'n', meetingDate: '2026-11-21' } }, setting);
  expect(fields.find(({ key }) => key === 'meeting')?.human).toMatchObject({ text: 'tomorrow' });
});

test.each([
  ['2026-11-20T16:10:00', '30m'],
  ['2026-11-19', '1d'],
  ['2026-11-07', '13d'],
  ['2026-11-06', '2w'],
  ['2026-08-26T10:00:00', '12w'],
  ['2025-11-21', '52w'],
  ['2024-11-01', '2y'],
])('the age in a narrow cell: %s, %s', (value, text) => {
  expect(ageCell(value, now).text).toBe(text);
});
