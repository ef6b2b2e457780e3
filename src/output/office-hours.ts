const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * Reads `mon-fri 9-17`, or `mon,wed 9:00-12:30`: weekdays (Sunday is 0), and minutes of the day, perhaps past midnight. Its form is
 * checked where it is set (commands/config/known-settings.ts).
 */
function readHours(text: string) {
  const [days = '', times = ''] = text.toLowerCase().split(' ');
  const [from = 0, to = 0] = times.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  const named = days.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((day) => weekdays.indexOf(day));
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
  });
  return { days: new Set(named), from, to: to > from ? to : to + 24 * 60 };
}

/** When it is open from a moment on (milliseconds since 1970), by the clock on the wall: a day may have 23 or 25 hours. */
function* openings(moment: Date, text: string): Generator<readonly [open: number, close: number]> {
  const { days, from, to } = readHours(text);
  // What began the day before may not be over.
  for (let day = moment.getDate() - 1; day < moment.getDate() + mostDays; day++) {
    const at = (minutes: number): Date => new Date(moment.getFullYear(), moment.getMonth(), day, 0, minutes);
    const [open, close] = [Math.max(at(from).getTime(), moment.getTime()), at(to).getTime()];
    if (days.has(at(12 * 60).getDay()) && open < close) yield [open, close];
  }
}

const mostDays = 3_660;

/** The moment so long after another (milliseconds), counted while the office is open; without hours, it always is. */
export function afterOpen(moment: Date, ms: number, hours: string | undefined): Date {
  let left = ms;
  for (const [open, close] of hours === undefined ? [] : openings(moment, hours)) {
    if (left <= close - open) return new Date(open + left);
    left -= close - open;
  }
  return new Date(moment.getTime() + left);
}

/** How long the office is open between two moments (milliseconds). */
export function openBetween(moment: Date, end: Date, hours: string | undefined): number {
  if (hours === undefined) return end.getTime() - moment.getTime();
  let sum = 0;
  for (const [open, close] of openings(moment, hours)) {
    if (open >= end.getTime()) break;
    sum += Math.min(close, end.getTime()) - open;
  }
  return sum;
}
