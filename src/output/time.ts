const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The number of a calendar day, counted in whole days and never converted between time zones; undefined for anything else. */
export function dayNumber(day: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const milliseconds = Date.UTC(year, month - 1, date);
  const made = new Date(milliseconds);
  const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === date;
  return isReal ? milliseconds / 86_400_000 : undefined;
}

/** The local day of a moment, as YYYY-MM-DD. */
export function localDay(moment: Date): string {
  return [
    String(moment.getFullYear()).padStart(4, '0'),
    String(moment.getMonth() + 1).padStart(2, '0'),
    String(moment.getDate()).padStart(2, '0'),
  ].join('-');
}

/** A local moment as `YYYY-MM-DD HH:MM`. */
export function localMinute(moment: Date): string {
  const time = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${localDay(moment)} ${time.join(':')}`;
}

/** A local moment in short: `14:05`, on any day but that of `now` `24 Dec, 14:05`. */
export function shortMoment(moment: Date, now: Date): string {
  const [day = '', time = ''] = localMinute(moment).split(' ');
  return day === localDay(now) ? time : `${shortDay(day, localDay(now))}, ${time}`;
}

/** A local moment to come: `14:05`, on any day but that of `now` `Thu 24 Dec, 14:05`. */
export function momentWords(moment: Date, now: Date): string {
  const isToday = localDay(moment) === localDay(now);
  return `${isToday ? '' : `${weekdayOf(dayNumber(localDay(moment)) ?? 0)} `}${shortMoment(moment, now)}`;
}

/** How many days `day` is after `today`; negative if before. Undefined if either is not a real day. */
export function daysFrom(today: string, day: string): number | undefined {
  const [from, to] = [dayNumber(today), dayNumber(day)];
  return from === undefined || to === undefined ? undefined : to - from;
}

/** The weekday of a day number, such as `Fri`. */
export function weekdayOf(number: number): string {
  // 1970-01-01 was a Thursday.
  return weekdays[(((number + 4) % 7) + 7) % 7] ?? '';
}

/** A short date: `24 Dec` in the year of `today`, or else the day itself. */
export function shortDay(day: string, today: string): string {
  if (dayNumber(day) === undefined || day.slice(0, 4) !== today.slice(0, 4)) return day;
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}

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

/** The same, with seconds if it was less than a minute ago. */
export function agoTo(value: string, now: Date): string {
  const seconds = Math.round((now.getTime() - Date.parse(value)) / 1000);
  return seconds > 0 && seconds < 60 ? `${seconds}s ago` : relativeTime(value, now);
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

/** A time of a server to the minute; any other text as it is. */
export function shortTime(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/, '$1$2');
}
