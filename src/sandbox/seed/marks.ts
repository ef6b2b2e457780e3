import type { Calendar } from './calendar.js';
import type { PersonName } from './content.js';

/*
 * The marks of a text: `{sean}`, `{@sean}`, `{#SCM-3}` and `{#ticket:SCM-3}` (scene.ts replaces them), and those for days:
 * `{on:13.4}` is the day that many workdays ago, `{in:22}` the one that many calendar days ahead (both as "3 November"),
 * `{week:17}` the number of the calendar week that many days ahead, and `{day:13.4}` the same as `{on:13.4}` as 2026-11-03. They
 * make the stories fit any day.
 */

/** The marks for people, tasks and tickets. */
export const marks = /\{([@#]?)([A-Za-z]+(?::[A-Z]+-\d+|-\d+)?)\}/g;

/** The people a seed text mentions. */
export function mentionedIn(text: string): readonly PersonName[] {
  // The marks name people by the keys of the table; the tests find a mark that names nobody.
  return [...text.matchAll(/\{@([a-z]+)\}/g)].map((match) => match[1] as PersonName);
}

const days = /\{(on|in|week|day):(-?[\d.]+)\}/g;

const months = 'January February March April May June July August September October November December'.split(' ');

/** Replaces the marks for days in a text. */
export function sayDates(text: string, calendar: Calendar): string {
  return text.replace(days, (_, kind: string, value: string) => {
    const day =
      kind === 'on' || kind === 'day' ? calendar.ago(Number(value)).slice(0, 10) : calendar.day(Number(value));
    if (kind === 'day') return day;
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
