import { describe, expect, it } from 'vitest';
import { isDay, momentAfter, readDue } from '../../../src/sandbox/fields/calendar.js';

describe('days', () => {
  it.each(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is one', (day) => {
    expect(isDay(day)).toBe(true);
  });
  it.each(['2026-02-30', '2025-02-29', '2026-00-10', '2026-13-01', '2026-1-1', '2026-01-01T00:00', '', '2026-01-32'])(
    '%j is none',
    (day) => {
      expect(isDay(day)).toBe(false);
    },
  );
});

describe('due dates', () => {
  it.each([
    ['2026-03-31', '2026-03-31'],
    [' 2026-03-31 ', '2026-03-31'],
    ['2026-03-31T23:30:00-05:00', '2026-04-01'],
    ['', null],
    [null, null],
    [undefined, undefined],
  ])('%j becomes %j', (due, day) => {
    expect(readDue({ due })).toBe(day);
  });
  it.each(['2026-02-30', '2026/2/30', '2026-2-30', '+012026-01-01', 'tomorrow', 7, true, {}, 'x\0'])(
    '%j is refused',
    (due) => {
      expect(() => readDue({ due })).toThrow('due must');
    },
  );
});

describe('moments', () => {
  it('are always after the previous one', () => {
    const now = new Date('2026-03-02T09:00:00.000Z');
    expect(momentAfter(now, null)).toBe('2026-03-02T09:00:00.000Z');
    expect(momentAfter(now, '2026-03-02T08:00:00.000Z')).toBe('2026-03-02T09:00:00.000Z');
    expect(momentAfter(now, '2026-03-02T09:00:00.000Z')).toBe('2026-03-02T09:00:00.001Z');
  });
});
