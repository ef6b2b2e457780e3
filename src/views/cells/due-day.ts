import { dayNumber, daysFrom, localDay, shortDay, weekdayOf } from '../../output/time/calendar-day.js';
import type { Cell } from '../../output/view.js';

/**
 * A due date for a table: `overdue 3d`, `today`, `tomorrow`, a weekday within the week, then the date. Pass false for `isOpen`
 * if the work is finished, which is never overdue.
 */
export function dueDay(day: string, now: Date, isOpen = true): Cell {
  const today = localDay(now);
  const days = daysFrom(today, day);
  if (days === undefined) return { text: day };
  if (!isOpen) return { text: shortDay(day, today), tone: 'dim' };
  if (days < 0) return { text: `overdue ${-days}d`, tone: 'bad' };
  if (days === 0) return { text: 'today', tone: 'warn' };
  if (days === 1) return { text: 'tomorrow', tone: 'warn' };
  if (days < 7) return { text: weekdayOf(dayNumber(day) ?? 0) };
  return { text: shortDay(day, today) };
}
