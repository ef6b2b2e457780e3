import type { Calendar } from '../calendar.js';

/*
 * Days inside a text: `{on:13.4}` is the day that many workdays ago and `{in:22}` the one that many calendar days ahead
 * (both as "3 November"), `{week:17}` the number of the calendar week that many days ahead. So a world of any day tells
 * stories that could have happened just then.
 */

const pattern = /\{(on|in|week):(-?[\d.]+)\}/g;

const months = 'January February March April May June July August September October November December'.split(' ');

/** Puts days for the marks of a text. */
export function sayDates(text: string, calendar: Calendar): string {
  return text.replace(pattern, (_, kind: string, value: string) => {
    const day = kind === 'on' ? calendar.ago(Number(value)).slice(0, 10) : calendar.day(Number(value));
    return kind === 'week' ? String(weekOf(day)) : `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
  });
}

/** The ISO 8601 week of a day: weeks begin on Monday, the first one holds the year's first Thursday. */
function weekOf(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
  return 1 + Math.floor(dayOfYear / 7);
}
