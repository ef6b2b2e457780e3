import { attempt, usageError } from '../contract/errors.js';
import { quote } from '../contract/text/unsafe-characters.js';
import { addDays, guessDay, parseDays } from './day.js';
import { parseAge } from './duration.js';

export interface PeriodFlags {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** When something happened: from `from`, and before `to` (milliseconds since 1970). */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** The end of a sentence about a list that is empty because of it. */
  readonly emptyHint: string;
}

/** How far the clock of a server may be ahead whose time is given (milliseconds). */
const mostAheadMs = 3_600_000;

const endOfTime = Date.UTC(9999, 11, 31);

/**
 * Parses `--since` and `--until`, of which one may be `WHEN..WHEN` alone: an age such as `3d`, an ISO time, or what parseDays reads, of
 * which the first day counts from its beginning in local time, and the last one to its end. A weekday or a day of a month is the last
 * one, and may be today. Throws a usage error that names the flag, for a time in the future too.
 */
export function parsePeriod({ since, until }: PeriodFlags, now: Date): Period {
  const range = [since, until].find((each) => each?.includes('..'));
  if (range !== undefined && since !== undefined && until !== undefined)
    throw usageError(`--since and --until cannot be used together with ${quote(range)}`);
  const [, begin = since, end = until] = /^(.+?)\.\.(.+)$/.exec(range ?? '') ?? [];
  const isRange = range !== undefined;
  const [first, last] =
    since === undefined && isRange ? ['--until', '--until'] : ['--since', isRange ? '--since' : '--until'];
  const [from, over] = begin === undefined ? [0, 0] : momentsOf(begin, first, now);
  const to = end === undefined ? endOfTime : momentsOf(end, last, now)[1];
  if (from > now.getTime() + (over === from + 1 ? mostAheadMs : 0))
    throw usageError(
      `${first}: ${quote(begin ?? '')} is in the future`,
      'ages look like 3d or 12h, days like yesterday or fri',
    );
  if (from >= to) throw usageError(`${last}: ${quote(end ?? '')} is before ${quote(begin ?? '')}`);
  return { from, to, emptyHint: end === undefined ? 'since then' : 'in that time' };
}

/** The moment after which changes count, where there is only `--since`. */
export function parseSince(text: string, flag: string, now: Date): number {
  if (text.includes('..')) throw usageError(`${flag} takes one time, not ${quote(text)}`);
  return parsePeriod({ since: text, until: undefined }, now).from;
}

/** When what is meant begins, and when it is over. */
function momentsOf(text: string, flag: string, now: Date): readonly [begin: number, end: number] {
  const word = text.trim().toLowerCase();
  const age = word.replace(/^(\d+) ?([hm])(?:ours?|in(?:ute)?s?) ago$/, '$1$2');
  const moment = /^\d+(?:[.:]\d+)?[mhdw]|^\d+:\d+$/.test(age)
    ? now.getTime() - parseAge(age, flag)
    : /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}/.test(word)
      ? Date.parse(text.trim())
      : Number.NaN;
  if (!Number.isNaN(moment)) return [moment, moment + 1];
  const days = attempt(() => parseDays(word, flag, now, true));
  if (days) return [startOf(days[0]), startOf(addDays(days[1], 1))];
  throw usageError(
    `${flag}: ${quote(text)} is neither an age nor a day${guessDay(text)}`,
    'ages look like 3d or 12h, days like 2026-11-20, yesterday, fri, nov 3, last week, 2026-W47 or 2026-11',
  );
}

/** The beginning of a day in local time. */
function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}
