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
