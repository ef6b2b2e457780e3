import { usageError } from '../errors.js';
import { quote } from '../output/text/quote.js';

/** A calendar day, YYYY-MM-DD. Never converted between time zones. */
export type Day = string;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The local calendar day of a moment. */
export function localDay(now: Date): Day {
  return formatDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/**
 * Parses `2026-11-20`, `today`, `tomorrow`, `yesterday`, `+3d`, `-1w` or a weekday (the next one, never today). Throws a usage
 * error for anything else, including days that do not exist.
 */
export function parseDay(text: string, flag: string, now: Date): Day {
  const word = text.trim().toLowerCase();
  const today = localDay(now);
  if (word === 'today') return today;
  if (word === 'tomorrow') return addDays(today, 1);
  if (word === 'yesterday') return addDays(today, -1);
  const step = /^([+-])(\d{1,4})([dw])$/.exec(word);
  if (step) return addDays(today, (step[1] === '-' ? -1 : 1) * Number(step[2]) * (step[3] === 'w' ? 7 : 1));
  const weekday = weekdays.findIndex((each) => word === each || word === each.slice(0, 3));
  if (weekday >= 0) return addDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7);
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && addDays(word, 0) === word) return word;
  throw usageError(`${flag}: ${quote(text)} is not a day`, 'days look like 2026-11-20, today, tomorrow, +3d or fri');
}

/** Whether a day passes the filter; `undefined` stands for no day. */
export type DayFilter = (day: Day | undefined) => boolean;

/**
 * Parses a filter: `this week` (Monday to Sunday), a day, `<DAY`, `<=DAY`, `>DAY`, `>=DAY`, `DAY..DAY` or `none`.
 * Comparisons never match a missing day. Throws usage errors.
 */
export function parseDayFilter(text: string, flag: string, now: Date): DayFilter {
  const given = text.trim();
  if (given.toLowerCase() === 'none') return (day) => day === undefined;
  if (/^this[ _-]week$/i.test(given)) {
    const monday = addDays(localDay(now), -((weekdayOf(localDay(now)) + 6) % 7));
    return (day) => day !== undefined && day >= monday && day <= addDays(monday, 6);
  }
  const range = /^(.+)\.\.(.+)$/.exec(given);
  if (range) {
    const [from, to] = [parseDay(range[1] ?? '', flag, now), parseDay(range[2] ?? '', flag, now)];
    if (from > to) throw usageError(`${flag}: ${quote(text)} ends before it begins`);
    return (day) => day !== undefined && day >= from && day <= to;
  }
  const compared = /^(<=|>=|<|>)(.+)$/.exec(given);
  const wanted = parseDay(compared?.[2] ?? given, flag, now);
  const compare = comparisons[compared?.[1] ?? '='] ?? comparisons['='];
  return (day) => day !== undefined && compare(day, wanted);
}

const comparisons: Readonly<Record<string, (day: Day, wanted: Day) => boolean>> & {
  readonly '=': (day: Day, wanted: Day) => boolean;
} = {
  '<': (day, wanted) => day < wanted,
  '<=': (day, wanted) => day <= wanted,
  '>': (day, wanted) => day > wanted,
  '>=': (day, wanted) => day >= wanted,
  '=': (day, wanted) => day === wanted,
};

/** The day `days` later. Counts in UTC, where every day has 24 hours. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return Number.isNaN(date.getTime())
    ? ''
    : formatDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function formatDay(year: number, month: number, day: number): Day {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
