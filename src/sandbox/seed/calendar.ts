import { makeRandom } from './random.js';

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

/**
 * Creates the calendar of a world whose present is `anchor`, which converts the seed's relative times to real ones, so that the
 * world always looks as if work has just stopped.
 */
export function makeCalendar(anchor: Date) {
  const midnight = Math.floor(anchor.getTime() / dayLength) * dayLength;
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7;
  const midnightOf = (back: number): number => {
    // A weekend counts as the day after Friday, so one workday back from Sunday is Friday.
    const index = Math.min(weekday, 5) - back;
    const week = Math.floor(index / 5);
    return midnight + (index - 5 * week - weekday + 7 * week) * dayLength;
  };
  const sinceSix = anchor.getTime() - (midnight + 6 * hour);
  const sinceYesterday = anchor.getTime() - (midnightOf(1) + 17 * hour) - 2 * minute;
  // Early in the morning, the latest events were last night; otherwise today from six o'clock.
  const span = Math.min(8 * hour, sinceSix > hour ? sinceSix : sinceYesterday);
  return {
    /**
     * The ISO time `workdays` before the anchor. Below 1, it is counted back from the anchor within its day; from 1 on it is
     * between 08:00 and 17:00 UTC of a weekday, and 1 is the end of the previous one. Always before the anchor, and earlier
     * for larger numbers.
     */
    ago(workdays: number): string {
      const jitter = 1 + Math.floor(((workdays * 7919.377) % 1) * (minute - 2));
      if (workdays < 1) return new Date(anchor.getTime() - workdays * span - jitter).toISOString();
      const back = Math.floor(workdays);
      return new Date(midnightOf(back) + 17 * hour - (workdays - back) * 9 * hour - jitter).toISOString();
    },
    /** The day `offset` calendar days after the anchor's day (UTC), as YYYY-MM-DD. */
    day: (offset: number): string => new Date(midnight + offset * dayLength).toISOString().slice(0, 10),
  };
}

/** A day (YYYY-MM-DD) as texts write it: "3 November". */
export function sayDay(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}

/** The ISO 8601 week of a day: weeks start on Monday, and the first one has the year's first Thursday. */
export function weekOf(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
  return 1 + Math.floor(dayOfYear / 7);
}

/**
 * The drafts give times to a tenth of a workday. To spread events over different minutes, everything about one task, ticket or
 * thread is moved back by the same amount, less than that tenth, so its order stays.
 */
export function shift<Draft extends object>(draft: Draft, name: string): Draft {
  const phase = makeRandom(`phase ${name}`).next() * 0.08;
  const shifted = Object.entries(draft).map(([key, value]) => {
    if (key.endsWith('_at')) return [key, value + phase];
    if (key !== 'said' && key !== 'logged') return [key, value];
    return [key, value.map(([by, ago, ...rest]: [unknown, number, ...unknown[]]) => [by, ago + phase, ...rest])];
  });
  // The fields are the same, with other numbers.
  return Object.fromEntries(shifted) as Draft;
}
