import { describe, expect, test } from 'vitest';
import { addDays, parseDay, parseDayFilter } from '../../src/args/day.js';
import { localDay } from '../../src/output/time.js';

/** A Friday. */
const friday = new Date(2026, 10, 20, 15, 30);
const day = (text: string, now = friday) => parseDay(text, '--due', now);

test.each([
  ['2026-11-20', '2026-11-20'],
  [' 2026-11-20 ', '2026-11-20'],
  ['2024-02-29', '2024-02-29'],
  ['2000-02-29', '2000-02-29'],
  ['9999-12-31', '9999-12-31'],
  ['today', '2026-11-20'],
  ['TODAY', '2026-11-20'],
  ['tomorrow', '2026-11-21'],
  ['yesterday', '2026-11-19'],
  ['+0d', '2026-11-20'],
  ['+3d', '2026-11-23'],
  ['-3d', '2026-11-17'],
  ['+11d', '2026-12-01'],
  ['+2w', '2026-12-04'],
  ['-1w', '2026-11-13'],
  ['+42d', '2027-01-01'],
  ['sat', '2026-11-21'],
  ['sun', '2026-11-22'],
  ['mon', '2026-11-23'],
  ['thu', '2026-11-26'],
  ['Thursday', '2026-11-26'],
  ['next fri', '2026-11-27'],
  ['next  Friday', '2026-11-27'],
  ['next_mon', '2026-11-23'],
  ['next-mon', '2026-11-23'],
  ['3d', '2026-11-23'],
  ['2w', '2026-12-04'],
  ['in 3 days', '2026-11-23'],
  ['in 1 day', '2026-11-21'],
  ['In 2 Weeks', '2026-12-04'],
  ['in a week', '2026-11-27'],
  ['in 2d', '2026-11-22'],
  ['next week', '2026-11-23'],
  ['next-week', '2026-11-23'],
  ['dec 3', '2026-12-03'],
  ['December 3', '2026-12-03'],
  ['3 Dec', '2026-12-03'],
  ['dec 3rd', '2026-12-03'],
  ['nov 20', '2026-11-20'],
  ['nov 19', '2027-11-19'],
  ['dec 3 2025', '2025-12-03'],
  ['Dec 3, 2027', '2027-12-03'],
])('%j is %s', (text, expected) => expect(day(text)).toBe(expected));

test.each(['fri', 'Friday', 'FRI'])('%s is never today but in a week', (text) => expect(day(text)).toBe('2026-11-27'));

test.each([
  ['the end of a month', new Date(2026, 0, 31), 'tomorrow', '2026-02-01'],
  ['the end of a year', new Date(2026, 11, 31, 23, 59), '+1d', '2027-01-01'],
  ['a leap year', new Date(2028, 1, 28), 'tomorrow', '2028-02-29'],
  ['a year that is none', new Date(2026, 1, 28), 'tomorrow', '2026-03-01'],
  ['the night of a clock change', new Date(2026, 2, 29, 0, 30), '+1d', '2026-03-30'],
  ['midnight', new Date(2026, 10, 20, 0, 0, 0), 'today', '2026-11-20'],
  ['the last moment of a day', new Date(2026, 10, 20, 23, 59, 59, 999), 'today', '2026-11-20'],
])('at %s', (_name, now, text, expected) => expect(day(text, now)).toBe(expected));

test.each([
  '',
  'none',
  'soon',
  '2026-02-29',
  '1900-02-29',
  '2026-11-31',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00',
  '2026-1-1',
  '20261120',
  '2026-11-20T00:00:00Z',
  '20.11.2026',
  '+3',
  '3',
  'in 3',
  'in d',
  'ad',
  'a3 days',
  'feb 29',
  'dec 32',
  'dec 0',
  'de 3',
  'last fri',
  'this week',
  'next',
  'next month',
  '+3m',
  '+d',
  '+99999d',
  '2026-11-20\n2026',
])('%j is no day', (text) => {
  expect(() => day(text)).toThrow(
    expect.objectContaining({
      kind: 'usage',
      message: `--due: ${JSON.stringify(text)} is not a day`,
      hint: 'days look like 2026-11-20, today, tomorrow, 3d, 2w, next week, fri or dec 3',
    }),
  );
});

test.each([
  ['frid', 'friday'],
  ['tomorow', 'tomorrow'],
  ['Yesterdy', 'yesterday'],
])('%j is misspelt', (text, meant) => expect(() => day(text)).toThrow(`is not a day (did you mean ${meant}?)`));

test.each([
  ['fri', '2026-11-20'],
  ['last fri', '2026-11-20'],
  ['sat', '2026-11-14'],
  ['nov 21', '2025-11-21'],
  ['nov 3', '2026-11-03'],
  ['yesterday', '2026-11-19'],
])('looking back, %j is %s', (text, expected) => expect(parseDay(text, '--since', friday, true)).toBe(expected));

test('a local day is the one of the clock on the wall', () => {
  expect(localDay(new Date(2026, 0, 1))).toBe('2026-01-01');
});

test('days are counted over months and years', () => {
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1), addDays('nonsense', 1)]).toEqual([
    '2027-01-01',
    '2026-02-28',
    '',
  ]);
});

describe('a filter', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', undefined];
  const kept = (text: string) =>
    days.filter(parseDayFilter(text, '--due', friday)).map((each) => each?.slice(-2) ?? 'none');

  test.each([
    ['2026-11-20', ['20']],
    ['today', ['20']],
    ['<today', ['18', '19']],
    ['<= today', ['18', '19', '20']],
    ['>2026-11-20', ['21', '22']],
    ['>=tomorrow', ['21', '22']],
    ['yesterday..tomorrow', ['19', '20', '21']],
    ['2026-11-21..2026-11-21', ['21']],
    ['today..+1w', ['20', '21', '22']],
    ['<= 2d', ['18', '19', '20', '21', '22']],
    ['<in 2 days', ['18', '19', '20', '21']],
    ['today..nov 21', ['20', '21']],
    ['this week', ['18', '19', '20', '21', '22']],
    ['next week', []],
    ['<next week', ['18', '19', '20', '21', '22']],
    ['none', ['none']],
    [' NONE ', ['none']],
  ])('%j keeps %j', (text, expected) => expect(kept(text)).toEqual(expected));

  test.each([
    '',
    '<',
    '>=',
    '=today',
    '<none',
    'today..',
    '..today',
    'today..none',
    '<today..tomorrow',
    'a..b',
    '!today',
  ])('%j is none', (text) => expect(() => kept(text)).toThrow(expect.objectContaining({ kind: 'usage' })));

  test('that ends before it begins is reported', () => {
    expect(() => kept('tomorrow..today')).toThrow(
      expect.objectContaining({ message: '--due: "tomorrow..today" ends before it begins' }),
    );
  });
});
