import { dayNumber, localDay } from '../output/time/calendar-day.js';
import { fullTime, relativeTime } from '../output/time/relative-time.js';
import type { Cell } from '../output/view.js';

/** When something happened, in a table: `2h ago`. */
export function timeCell(value: string | undefined, now: Date): Cell {
  return { text: value === undefined ? '' : relativeTime(notAfterToday(value, now), now), tone: 'dim' };
}

/** When something happened, in a detail: `2h ago (2025-11-21 08:14)`. */
export function fullTimeCell(value: string | undefined, now: Date): Cell {
  return { text: value === undefined ? '' : fullTime(notAfterToday(value, now), now) };
}

/** Some servers give times as UTC days, which may be a day ahead of here; the past is never tomorrow. */
function notAfterToday(value: string, now: Date): string {
  const today = localDay(now);
  return dayNumber(value) !== undefined && value > today ? today : value;
}
