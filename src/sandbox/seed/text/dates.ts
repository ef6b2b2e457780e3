import type { Calendar } from '../calendar.js';

/*
 * Marks for days in a text: `{on:13.4}` is the day that many workdays ago, `{in:22}` the one that many calendar days ahead
 * (both as "3 November"), and `{week:17}` the number of the calendar week that many days ahead. They make the stories fit any
 * day.
 */

const pattern = /\{(on|in|week):(-?[\d.]+)\}/g;

const months = 'January February March April May June July August September October November December'.split(' ');

/** Replaces the marks for days in a text. */
export function sayDates(text: string, calendar: Calendar): string {
  return text.replace(pattern, (_, kind: string, value: string) => {
    const day = kind === 'on' ? calendar.ago(Number(value)).slice(0, 10) : calendar.day(Number(value));
    return kind === 'week' ? String(weekOf(day)) : `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
  });
}

/** The ISO 8601 week of a day: weeks start on Monday, and the first one has the year's first Thursday. */
function weekOf(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
  return 1 + Math.floor(dayOfYear / 7);
}
