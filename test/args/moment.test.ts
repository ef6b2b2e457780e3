import { afterEach, describe, expect, test } from 'vitest';
import { parseMoment } from '../../src/args/moment.js';
import { momentWords } from '../../src/output/time.js';

const before = process.env.TZ;
afterEach(() => {
  process.env.TZ = before;
});

const read = (text: string, now: string, dayStarts?: string): string =>
  parseMoment(text, 'WHEN', { now: new Date(now), dayStarts }).toISOString();

describe('when something comes back', () => {
  const friday = '2026-11-20T16:40:00Z';

  test.each([
    ['1h', '2026-11-20T17:40:00.000Z'],
    ['90 min', '2026-11-20T18:10:00.000Z'],
    ['18:00', '2026-11-20T18:00:00.000Z'],
    ['9:30', '2026-11-21T09:30:00.000Z'],
    ['tomorrow', '2026-11-21T08:00:00.000Z'],
    ['fri', '2026-11-27T08:00:00.000Z'],
    ['Mon', '2026-11-23T08:00:00.000Z'],
    ['3d', '2026-11-23T08:00:00.000Z'],
    ['3 mar', '2027-03-03T08:00:00.000Z'],
    ['today 17:00', '2026-11-20T17:00:00.000Z'],
    ['2026-12-24T12:00', '2026-12-24T12:00:00.000Z'],
    ['next week', '2026-11-23T08:00:00.000Z'],
    ['6pm', '2026-11-20T18:00:00.000Z'],
    ['12 AM', '2026-11-21T00:00:00.000Z'],
    ['tomorrow 9am', '2026-11-21T09:00:00.000Z'],
    ['fri 12:30 p.m.', '2026-11-27T12:30:00.000Z'],
  ])('%s', (text, expected) => {
    expect(read(text, friday)).toBe(expected);
  });

  test('a day begins when the setting says so', () => {
    expect(read('tomorrow', friday, '06:15')).toBe('2026-11-21T06:15:00.000Z');
  });

  test.each(['today', 'yesterday', '1:90', '25:00', '90', '', 'h', 'tomorrow 8', '13pm', '0am'])(
    '%s is refused',
    (text) => {
      expect(() => read(text, friday)).toThrow(/is over|not a time in the future/);
    },
  );

  test('is said with its day unless that is today', () => {
    const words = (time: string): string => momentWords(new Date(time), new Date(friday));
    expect([words('2026-11-20T18:00:00Z'), words('2026-11-23T08:00:00Z'), words('2027-01-04T08:00:00Z')]).toEqual([
      '18:00',
      'Mon 23 Nov, 08:00',
      'Mon 2027-01-04, 08:00',
    ]);
  });
});

describe.each([
  // The clock goes back an hour on 25 October 2026, and on 29 March 2026 it went forward.
  [
    'Europe/Berlin',
    '2026-10-24T10:00:00Z',
    '2026-10-25T07:00:00.000Z',
    '2026-03-28T10:00:00Z',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'America/New_York',
    '2026-10-31T15:00:00Z',
    '2026-11-01T13:00:00.000Z',
    '2026-03-07T15:00:00Z',
    '2026-03-08T12:00:00.000Z',
  ],
])('where the clock changes: %s', (timeZone, autumn, inAutumn, spring, inSpring) => {
  test('tomorrow begins by the clock on the wall, and an hour is one', () => {
    process.env.TZ = timeZone;
    expect([read('tomorrow', autumn), read('tomorrow', spring)]).toEqual([inAutumn, inSpring]);
    const hour = (now: string): number => Date.parse(read('24h', now)) - Date.parse(now);
    expect([hour(autumn), hour(spring)]).toEqual([86_400_000, 86_400_000]);
  });

  test('a time that the clock skips is the one an hour later', () => {
    process.env.TZ = timeZone;
    const skipped = new Date(read('tomorrow 2:30', spring));
    expect([skipped.getHours(), skipped.getMinutes()]).toEqual([3, 30]);
  });
});
