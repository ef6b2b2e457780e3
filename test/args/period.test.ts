import { describe, expect, test } from 'vitest';
import { parsePeriod, parseSince } from '../../src/args/period.js';

/** A Friday. */
const now = new Date('2026-11-20T15:30:00');
const local = (text: string): number => new Date(text).getTime();

describe('--since', () => {
  test.each([
    ['3d', local('2026-11-17T15:30:00')],
    ['90m', local('2026-11-20T14:00:00')],
    ['today', local('2026-11-20T00:00:00')],
    ['Yesterday', local('2026-11-19T00:00:00')],
    ['2026-11-01', local('2026-11-01T00:00:00')],
    ['fri', local('2026-11-20T00:00:00')],
    ['thu', local('2026-11-19T00:00:00')],
    ['saturday', local('2026-11-14T00:00:00')],
    ['nov 3', local('2026-11-03T00:00:00')],
    ['nov 21', local('2025-11-21T00:00:00')],
    ['1:30', local('2026-11-20T14:00:00')],
    ['-1w', local('2026-11-13T00:00:00')],
    ['3 days ago', local('2026-11-17T00:00:00')],
    ['a week ago', local('2026-11-13T00:00:00')],
    ['2 hours ago', local('2026-11-20T13:30:00')],
    ['this week', local('2026-11-16T00:00:00')],
    ['Last-Week', local('2026-11-09T00:00:00')],
    ['2026-W47', local('2026-11-16T00:00:00')],
    ['2026-w1', local('2025-12-29T00:00:00')],
    ['2020-W53', local('2020-12-28T00:00:00')],
    ['2026-11', local('2026-11-01T00:00:00')],
    ['2026-11-20T08:00:00Z', Date.parse('2026-11-20T08:00:00Z')],
  ])('%s', (text, moment) => {
    expect(parseSince(text, '--since', now)).toBe(moment);
  });

  test.each(['tomorrow', 'in 2 days', 'next week', '2026-11-21', '2027-01-01', '2026-11-21T08:00:00Z'])(
    '%s is in the future',
    (text) => {
      expect(() => parseSince(text, '--since', now)).toThrow(`--since: "${text}" is in the future`);
    },
  );

  test('the clock of a server may be ahead', () => {
    const ahead = new Date(now.getTime() + 60_000);
    expect(parseSince(ahead.toISOString(), '--since', now)).toBe(ahead.getTime());
  });

  test.each(['', 'soon', '3x', '2026-02-30', '0d', '2026-W54', '2026-W00', '2025-W53', '2026-13', '2026-00'])(
    '%j is refused',
    (text) => {
      expect(() => parseSince(text, '--since', now)).toThrow(/^--since: /);
    },
  );
});

describe('--since and --until', () => {
  const day = (text: string): number => local(`${text}T00:00:00`);
  test.each([
    [{ until: 'yesterday' }, undefined, day('2026-11-20')],
    [{ until: '2026-11-18' }, undefined, day('2026-11-19')],
    [{ until: 'last week' }, undefined, day('2026-11-16')],
    [{ until: '2024-02' }, undefined, day('2024-03-01')],
    [{ since: 'last week', until: 'last week' }, day('2026-11-09'), day('2026-11-16')],
    [{ since: '2026-W46..2026-W47' }, day('2026-11-09'), day('2026-11-23')],
    [{ until: '2026-11-01..2026-11-10' }, day('2026-11-01'), day('2026-11-11')],
    [{ since: '7d..2d' }, local('2026-11-13T15:30:00'), local('2026-11-18T15:30:00') + 1],
    [{ since: 'mon', until: 'mon' }, day('2026-11-16'), day('2026-11-17')],
    [{ since: 'today', until: '2026-12-31' }, day('2026-11-20'), day('2027-01-01')],
  ])('%j', (given, from, to) => {
    const period = parsePeriod({ since: undefined, until: undefined, ...given }, now);
    expect([period?.from, period?.to]).toEqual([from ?? 0, to]);
  });

  test.each([
    [{ since: 'today', until: 'yesterday' }, '--until: "yesterday" is before "today"'],
    [{ since: 'fri..mon' }, '--since: "mon" is before "fri"'],
    [{ since: 'mon..tue', until: 'fri' }, '--since and --until cannot be used together with "mon..tue"'],
    [{ since: 'fri', until: 'mon..tue' }, '--since and --until cannot be used together with "mon..tue"'],
    [{ until: 'soon' }, '--until: "soon" is neither an age nor a day'],
  ])('%j is refused', (given, message) => {
    expect(() => parsePeriod({ since: undefined, until: undefined, ...given }, now)).toThrow(message);
  });
});
