import { describe, expect, test } from 'vitest';
import { parseSince } from '../../src/args/since.js';

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

  test.each(['', 'soon', '3x', '2026-02-30', '0d'])('%j is refused', (text) => {
    expect(() => parseSince(text, '--since', now)).toThrow(/^--since: /);
  });
});
