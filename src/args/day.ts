import { usageError } from '../contract/errors.js';
import { quote } from '../contract/text/unsafe-characters.js';
import { nearest } from '../output/text/nearest.js';
import { localDay } from '../output/time.js';
import { dayForms } from './value.js';

/** A calendar day, YYYY-MM-DD. Never converted between time zones. */
export type Day = string;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'january february march april may june july august september october november december'.split(' ');

/**
 * Parses `2026-11-20`, `today`, `tomorrow`, `yesterday`, `3d`, `-1w`, `in 3 days`, `3 days ago`, `next week` (its Monday), a weekday
 * (the next one, never today) or `dec 3` (today or the next one); with `isPast`, weekdays and days of a month are the last ones, which
 * may be today. Throws a usage error for anything else, including days that do not exist.
 */
export function parseDay(text: string, flag: string, now: Date, isPast = false): Day {
  const day = findDay(wordsOf(text), localDay(now), isPast);
  if (day !== undefined) return day;
  throw usageError(`${flag}: ${quote(text)} is not a day${guessDay(text)}`, `days look like ${dayForms}`);
}

/** The day that was probably misspelt, in brackets; empty if none was. */
export function guessDay(text: string): string {
  const meant = nearest(text.trim(), ['today', 'tomorrow', 'yesterday', ...weekdays]);
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

/** A day in lower case, with one space between its words. */
function wordsOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\t _]+|(?<=^(?:last|next|this))-/g, ' ');
}

function findDay(word: string, today: Day, isPast: boolean): Day | undefined {
  if (word === 'today') return today;
  if (word === 'tomorrow') return addDays(today, 1);
  if (word === 'yesterday') return addDays(today, -1);
  if (word === 'next week') return addDays(mondayOf(today), 7);
  const [, sign = '', count = '', unit] =
    /^([+-]|in |)(\d{1,4}|a(?= )) ?(d|days?|w|weeks?)$/.exec(word.replace(/^(.+) ago$/, '-$1')) ?? [];
  if (unit !== undefined) {
    const days = (/\d/.test(count) ? Number(count) : 1) * (unit.startsWith('w') ? 7 : 1);
    return addDays(today, sign === '-' ? -days : days);
  }
  const name = word.replace(isPast ? /^last / : /^next /, '');
  const weekday = weekdays.findIndex((each) => name === each || name === each.slice(0, 3));
  const until = (weekday - weekdayOf(today) + 7) % 7;
  if (weekday >= 0) return addDays(today, isPast ? (until || 7) - 7 : until || 7);
  return /^\d{4}-\d{2}-\d{2}$/.test(word) && addDays(word, 0) === word ? word : dayOfMonth(word, today, isPast);
}

/** `dec 3`, `3 dec` or `december 3rd`: of the year that is given, or else the next or last one, which may be today. */
function dayOfMonth(word: string, today: Day, isPast: boolean): Day | undefined {
  const [, first, second, third, fourth, year] =
    /^(?:([a-z]{3,9})\.? (\d{1,2})|(\d{1,2})\.? ([a-z]{3,9})\.?)(?:,? (\d{4}))?$/.exec(
      word.replace(/(?<=\d)(?:st|nd|rd|th)\b/, ''),
    ) ?? [];
  const named = first ?? fourth ?? '';
  const month = months.findIndex((each) => each === named || each.slice(0, 3) === named);
  if (month < 0) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear, isPast ? thisYear - 1 : thisYear + 1] : [year];
  return years
    .map((each) => [each, month + 1, second ?? third].map((part) => String(part).padStart(2, '0')).join('-'))
    .find((day) => addDays(day, 0) === day && (year !== undefined || (isPast ? day <= today : day >= today)));
}

/** The first and last day of `last week`, `this week` or `next week` (Monday to Sunday), of `2026-W47`, and of `2026-11`. */
function findPeriod(word: string, today: Day): readonly [Day, Day] | undefined {
  const [, which] = /^(last|this|next) week$/.exec(word) ?? [];
  const [, year = '', week, month] = /^(\d{4})-(?:w(\d{1,2})|(\d{2}))$/.exec(word) ?? [];
  const within =
    which === undefined
      ? week && addDays(`${year}-01-04`, 7 * (Number(week) - 1))
      : addDays(today, which === 'last' ? -7 : which === 'next' ? 7 : 0);
  if (within) {
    const monday = mondayOf(within);
    const isThere = week === undefined || weekOf(monday) === `${year}-W${week.padStart(2, '0')}`;
    return isThere ? [monday, addDays(monday, 6)] : undefined;
  }
  const first = `${year}-${month}-01`;
  return addDays(first, 0) === first ? [first, addDays(`${addDays(first, 31).slice(0, -2)}01`, -1)] : undefined;
}

/** The week of a day as ISO 8601 names it: `2026-W47`. */
export function weekOf(day: Day): string {
  const thursday = addDays(mondayOf(day), 3);
  const year = thursday.slice(0, 'YYYY'.length);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

/** The first and last day of a week, of a month, of a single day, or of two of these with `..` between them. Throws usage errors. */
export function parseDays(text: string, flag: string, now: Date, isPast = false): readonly [first: Day, last: Day] {
  const [, begin = text, end = begin] = /^(.+?)\.\.(.+)$/.exec(text.trim()) ?? [];
  const read = (each: string): readonly [Day, Day] => {
    const day = (): Day => parseDay(each, flag, now, isPast);
    return findPeriod(wordsOf(each), localDay(now)) ?? [day(), day()];
  };
  const [first, last] = [read(begin)[0], read(end)[1]];
  if (first > last) throw usageError(`${flag}: ${quote(text)} ends before it begins`);
  return [first, last];
}

/**
 * Parses a filter of days, and of undefined for no day: what parseDays reads, `<DAY`, `<=DAY`, `>DAY`, `>=DAY` or `none`. Comparisons
 * never match a missing day. Throws usage errors.
 */
export function parseDayFilter(text: string, flag: string, now: Date): (day: Day | undefined) => boolean {
  const given = text.trim();
  if (given.toLowerCase() === 'none') return (day) => day === undefined;
  const [, sign = '', than = ''] = /^(<=|>=|<|>)(.+)$/.exec(given) ?? [];
  const compare = comparisons[sign];
  if (compare) {
    const wanted = parseDay(than, flag, now);
    return (day) => day !== undefined && compare(day, wanted);
  }
  const [first, last] = parseDays(given, flag, now);
  return (day) => day !== undefined && day >= first && day <= last;
}

const comparisons: Readonly<Record<string, (day: Day, wanted: Day) => boolean>> = {
  '<': (day, wanted) => day < wanted,
  '<=': (day, wanted) => day <= wanted,
  '>': (day, wanted) => day > wanted,
  '>=': (day, wanted) => day >= wanted,
};

/** The day `days` later. Counts in UTC, where every day has 24 hours. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function mondayOf(day: Day): Day {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
