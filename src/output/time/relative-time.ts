import { dayNumber, daysFrom, localDay, localMinute } from './calendar-day.js';

/**
 * How long ago or how soon, in short: `2h ago`, `yesterday`, `in 3d`. Takes an ISO time, or a calendar day, which is compared
 * with the local day of `now` and never converted between time zones. Anything else is returned unchanged.
 */
export function relativeTime(value: string, now: Date): string {
  if (dayNumber(value) !== undefined) return relativeDay(value, localDay(now));
  const moment = parseTime(value);
  if (moment === undefined) return value;
  const seconds = Math.round((now.getTime() - moment.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return 'just now';
  if (size < 3600) return direct(`${Math.floor(size / 60)}m`, seconds > 0);
  if (size < 86_400) return direct(`${Math.floor(size / 3600)}h`, seconds > 0);
  return relativeDay(localDay(moment), localDay(now));
}

/** A day relative to today: `today`, `yesterday`, `3d ago`, `in 2w`; from two months away, the day itself. */
export function relativeDay(day: string, today: string): string {
  const days = daysFrom(today, day);
  if (days === undefined) return day;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  const size = Math.abs(days);
  if (size > 60) return day;
  return direct(size < 14 ? `${size}d` : `${Math.floor(size / 7)}w`, days < 0);
}

/** From this many days away on, a detail has the date (days). */
const distant = 14;

/** A time in a detail: relative if it is less than two weeks away, or else the date, with the local time of a moment. */
export function fullTime(value: string, now: Date): string {
  const moment = dayNumber(value) === undefined ? parseTime(value) : undefined;
  const days = daysFrom(localDay(now), moment === undefined ? value : localDay(moment));
  if (days !== undefined && Math.abs(days) < distant) return relativeTime(value, now);
  return moment === undefined ? value : localMinute(moment);
}

/** Parses an ISO date and time; undefined for anything else. */
export function parseTime(value: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function direct(span: string, isPast: boolean): string {
  return isPast ? `${span} ago` : `in ${span}`;
}
