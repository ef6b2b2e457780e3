import { describe, expect, test } from 'vitest';
import {
  dayNumber,
  fullTime,
  localDay,
  relativeDay,
  relativeTime,
  shortDay,
  shortMoment,
} from '../../../src/output/time.js';
import { minutesAgo, now } from '../fake-io.js';

describe('times', () => {
  test.each([
    [0, 'just now'],
    [5, '5m ago'],
    [59, '59m ago'],
    [60, '1h ago'],
    [23 * 60, '23h ago'],
    [24 * 60, 'yesterday'],
    [3 * 1440, '3d ago'],
    [20 * 1440, '2w ago'],
    [-5, 'in 5m'],
    [-150, 'in 2h'],
    [-1440, 'tomorrow'],
    [-4 * 1440, 'in 4d'],
  ])('%d minutes ago is %s', (minutes, expected) => {
    expect(relativeTime(minutesAgo(minutes), now)).toBe(expected);
  });

  test('long ago is a day', () => {
    expect(relativeTime(new Date(2024, 4, 6, 12).toISOString(), now)).toBe('2024-05-06');
  });

  test.each(['', 'soon', '2025-02-30', '20251121'])('text that is not a time is unchanged: %j', (text) => {
    expect(relativeTime(text, now)).toBe(text);
  });

  test('in a detail, a time is relative for two weeks, and a date after that', () => {
    expect(fullTime(minutesAgo(120), now)).toBe('2h ago');
    expect(fullTime(minutesAgo(13 * 24 * 60), now)).toBe('13d ago');
    expect(fullTime(minutesAgo(14 * 24 * 60), now)).toMatch(/^2025-11-07 \d\d:\d\d$/);
    expect(fullTime('2025-11-20', now)).toBe('yesterday');
    expect(fullTime('2025-12-04', now)).toBe('in 13d');
    expect(fullTime('2025-12-05', now)).toBe('2025-12-05');
    expect(fullTime('2020-01-02', now)).toBe('2020-01-02');
    expect(fullTime('soon', now)).toBe('soon');
  });
});

describe('days', () => {
  test.each([
    ['2025-11-20', 'yesterday'],
    ['2025-11-22', 'tomorrow'],
    ['2025-11-11', '10d ago'],
    ['2025-12-12', 'in 3w'],
    ['2025-03-01', '2025-03-01'],
  ])('%s is %s', (day, text) => {
    expect(relativeDay(day, '2025-11-21')).toBe(text);
  });

  test('the local day is that of the clock on the wall, at both ends of a day', () => {
    expect(localDay(new Date(2025, 10, 21, 0, 1))).toBe('2025-11-21');
    expect(localDay(new Date(2025, 10, 21, 23, 59))).toBe('2025-11-21');
  });

  test('only real days are days', () => {
    expect(dayNumber('1970-01-02')).toBe(1);
    expect(dayNumber('2024-02-29')).toBe(19_782);
    expect(dayNumber('2025-02-29')).toBeUndefined();
    expect(shortDay('2025-02-29', '2025-01-01')).toBe('2025-02-29');
  });
});

test.each([
  [[2026, 10, 23, 14, 5], '14:05'],
  [[2026, 10, 24, 0, 10], '24 Nov, 00:10'],
  [[2027, 0, 1, 9, 0], '2027-01-01, 09:00'],
] as const)('a moment has its day unless that is today: %j', ([year, month, day, hour, minute], text) => {
  expect(shortMoment(new Date(year, month, day, hour, minute), new Date(2026, 10, 23, 23, 50))).toBe(text);
});
