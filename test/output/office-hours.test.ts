import { afterEach, describe, expect, test } from 'vitest';
import { afterOpen, openBetween } from '../../src/output/office-hours.js';
import { targetCell } from '../../src/views/cells/target.js';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

const hour = 3_600_000;
const due = (start: string, hours: number, office?: string): string =>
  afterOpen(new Date(start), hours * hour, office).toISOString();
const open = (from: string, to: string, office: string): number =>
  openBetween(new Date(from), new Date(to), office) / hour;

describe('time while the office is open', () => {
  test.each([
    ['within a day', '2026-11-20T10:00:00Z', 4, 'mon-fri 9-17', '2026-11-20T14:00:00.000Z'],
    ['over a weekend', '2026-11-20T16:30:00Z', 1, 'mon-fri 9-17', '2026-11-23T09:30:00.000Z'],
    ['from the evening on', '2026-11-19T20:00:00Z', 1, 'mon-fri 9-17', '2026-11-20T10:00:00.000Z'],
    ['to the end of a day', '2026-11-20T16:00:00Z', 1, 'mon-fri 9-17', '2026-11-20T17:00:00.000Z'],
    ['over two weeks', '2026-11-20T09:00:00Z', 48, 'mon-fri 9-17', '2026-11-27T17:00:00.000Z'],
    ['on single days', '2026-11-20T12:00:00Z', 2, 'mon,Wed 9:30-10:30', '2026-11-25T10:30:00.000Z'],
    ['past midnight', '2026-11-20T23:00:00Z', 5, 'fri 22-6', '2026-11-21T04:00:00.000Z'],
    ['since a night before', '2026-11-21T02:00:00Z', 3, 'fri 22-6', '2026-11-21T05:00:00.000Z'],
    ['around the clock', '2026-11-20T23:00:00Z', 5, undefined, '2026-11-21T04:00:00.000Z'],
    ['from Saturday to Monday', '2026-11-20T12:00:00Z', 25, 'sat-mon 0-24', '2026-11-22T01:00:00.000Z'],
  ])('%s', (_, start, hours, office, expected) => {
    expect(due(start, hours, office)).toBe(expected);
    if (office !== undefined) expect(open(start, expected, office)).toBe(hours);
  });

  test('is said as what is left, or over', () => {
    const said = (now: string, officeHours?: string): string =>
      targetCell('2026-11-20T16:30:00Z', { now: new Date(now), officeHours }).text;
    expect([said('2026-11-20T15:50:00Z'), said('2026-11-20T10:00:00Z'), said('2026-11-20T18:45:00Z')]).toEqual([
      '40m left',
      '6h left',
      '2h over',
    ]);
    // On Monday morning, half an hour of Friday counts and the weekend does not.
    expect(said('2026-11-23T09:15:00Z', 'mon-fri 9-17')).toBe('45m over');
    expect(said('2026-11-19T18:00:00Z', 'mon-fri 9-17')).toBe('7h left');
  });
});

describe.each([
  // 25 October 2026 has 25 hours there, and 29 March 23; in New York 1 November and 8 March.
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-03-28T23:00:00Z'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-03-08T05:00:00Z'],
])('where the clock changes: %s', (timeZone, autumn, spring) => {
  const later = (start: string, hours: number): string => new Date(Date.parse(start) + hours * hour).toISOString();

  test('the office opens by the clock on the wall', () => {
    process.env.TZ = timeZone;
    // From midnight on, nine o'clock is ten hours away in autumn, and eight in spring.
    expect(due(autumn, 1, 'sun 9-17')).toBe(later(autumn, 11));
    expect(due(spring, 1, 'sun 9-17')).toBe(later(spring, 9));
    expect(open(autumn, later(autumn, 25), 'sun 9-17')).toBe(8);
  });

  test('a day that is open throughout has as many hours as it has', () => {
    process.env.TZ = timeZone;
    expect(open(autumn, later(autumn, 48), 'sun 0-24')).toBe(25);
    expect(open(spring, later(spring, 48), 'sun 0-24')).toBe(23);
    expect(due(autumn, 25, 'sun 0-24')).toBe(later(autumn, 25));
  });
});
