import { daysFrom, localDay } from '../../output/time/calendar-day.js';
import { fullTime, relativeTime } from '../../output/time/relative-time.js';
import type { Cell } from '../../output/view.js';

/** When something happens, in a table: `2h ago`, `in 3d`. */
export function whenCell(value: string | undefined, now: Date): Cell {
  return { text: value === undefined ? '' : relativeTime(value, now), tone: 'dim' };
}

/** When something happens, in a detail: `2h ago (2025-11-21 08:14)`. */
export function fullWhenCell(value: string | undefined, now: Date): Cell {
  return { text: value === undefined ? '' : fullTime(value, now) };
}

/** When something happened, in a table. */
export function timeCell(value: string | undefined, now: Date): Cell {
  return whenCell(value && pastDay(value, now), now);
}

/** When something happened, in a detail. */
export function fullTimeCell(value: string | undefined, now: Date): Cell {
  return fullWhenCell(value && pastDay(value, now), now);
}

/** Some servers give times as UTC days, which may be one day ahead of the local one: what has happened is not tomorrow. */
function pastDay(value: string, now: Date): string {
  const today = localDay(now);
  return daysFrom(today, value) === 1 ? today : value;
}
