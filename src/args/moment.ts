import { attempt, usageError } from '../contract/errors.js';
import { quote } from '../contract/text/unsafe-characters.js';
import { localDay } from '../output/time.js';
import { addDays, parseDay } from './day.js';
import { minutesIn } from './duration.js';

/** When a day begins for what is put off until then, unless something else is set. */
export const usualDayStart = '8:00';

/** What moments look like, for help and hints. */
export const momentForms = '1h, 18:00, tomorrow, fri, 3d, dec 3 or "fri 14:30"';

interface Clock {
  readonly now: Date;
  /** When a day without a time begins. */
  readonly dayStarts?: string | undefined;
}

/**
 * Parses when something is to come back, in local time: after a duration (`1h`, `90m`), at a time of the day (`18:00` or `6pm`,
 * which is tomorrow if it is over), or on a day that parseDay reads, when that begins or with a time after it (`fri 14:30`). Throws a usage
 * error for anything else, and for what is over.
 */
export function parseMoment(text: string, name: string, { now, dayStarts = usualDayStart }: Clock): Date {
  const given = inHours(text.trim());
  const minutes = /^\d[\d.]* ?[hm]/i.test(given) ? minutesIn(given) : undefined;
  if (minutes !== undefined) return new Date(now.getTime() + minutes * 60_000);
  const [, named = given, time] = /^(?:(.+?)[ T])?((?:[01]?\d|2[0-3]):[0-5]\d)$/i.exec(given) ?? [];
  if (time !== undefined && named === given) {
    const moment = localTime(localDay(now), given);
    return moment > now ? moment : localTime(addDays(localDay(now), 1), given);
  }
  const day = attempt(() => parseDay(named, name, now));
  if (day === undefined)
    throw usageError(`${name}: ${quote(named)} is not a time in the future`, `times look like ${momentForms}`);
  const moment = localTime(day, time ?? dayStarts);
  if (moment > now) return moment;
  throw usageError(`${name}: ${quote(text)} is over`, `times to come look like ${momentForms}`);
}

/** With `18:00` in place of `6pm` or `6:00 p.m.` */
function inHours(text: string): string {
  return text.replace(
    /(?<![\d:])(0?[1-9]|1[0-2])(?::([0-5]\d))? ?([ap])\.?m\.?$/i,
    (_, hour: string, minute = '00', half: string) =>
      `${(Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)}:${minute}`,
  );
}

/** A day at a time, by the clock on the wall; an hour that the clock skips there is the one after it. */
function localTime(day: string, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number);
  const moment = new Date(`${day}T00:00`);
  moment.setHours(hours ?? 0, minutes ?? 0);
  return moment;
}
