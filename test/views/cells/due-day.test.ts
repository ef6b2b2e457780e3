import { describe, expect, test } from 'vitest';
import { dueDay } from '../../../src/views/cells/times.js';
import { now } from '../../output/fake-io.js';

describe('due days', () => {
  test.each([
    ['2025-11-18', 'overdue 3d', 'bad'],
    ['2025-11-20', 'overdue 1d', 'bad'],
    ['2025-11-21', 'today', 'warn'],
    ['2025-11-22', 'tomorrow', 'warn'],
    ['2025-11-24', 'Mon', undefined],
    ['2025-11-27', 'Thu', undefined],
    ['2025-11-28', '28 Nov', undefined],
    ['2026-01-05', '2026-01-05', undefined],
    ['2025-02-30', '2025-02-30', undefined],
    ['', '', undefined],
  ])('due %s is %s', (day, text, tone) => {
    const cell = dueDay(day, now);
    expect([cell.text, cell.tone]).toEqual([text, tone]);
  });

  test('finished work is never overdue', () => {
    expect(dueDay('2025-11-18', now, false)).toEqual({ text: '18 Nov', tone: 'dim' });
  });
});
