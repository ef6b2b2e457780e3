import { attempt, usageError } from '../contract/errors.js';
import { type Row, textOf } from '../contract/row.js';
import { quote } from '../contract/unsafe-characters.js';
import { parseDay } from './day.js';
import { parseAge } from './duration.js';
import type { Filter } from './filter.js';
import { type Flag, text } from './flag.js';
import { kind } from './value.js';

/** `--since WHEN`; `what` is what it keeps, such as `only notifications`. */
export function sinceFlag(what: string): Flag<string | undefined> {
  return text('--since', `${what} since then: 3d, 12h, 2026-11-20, yesterday, fri, nov 3`, kind('past-day', 'when'));
}

/** How far the clock of a server may be ahead whose time is given (milliseconds). */
const mostAheadMs = 3_600_000;

/**
 * Parses the moment after which changes count, in milliseconds since 1970: an age such as `3d`, an ISO time, or a day, which
 * means its beginning in local time. A weekday or a day of a month is the last one, and may be today. Throws a usage error that
 * names the flag, for a time in the future too.
 */
export function parseSince(text: string, flag: string, now: Date): number {
  const word = text.trim().toLowerCase();
  if (/^\d+(?:[.:]\d+)?[mhdw]|^\d+:\d+$/.test(word)) return now.getTime() - parseAge(word, flag);
  const moment = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}/.test(word) ? Date.parse(text.trim()) : Number.NaN;
  const isExact = !Number.isNaN(moment);
  const day = isExact ? undefined : attempt(() => parseDay(word, flag, now, true));
  if (!isExact && day === undefined)
    throw usageError(
      `${flag}: ${quote(text)} is neither an age nor a day`,
      'ages look like 3d or 12h, days like 2026-11-20, yesterday, fri or nov 3',
    );
  const from = isExact ? moment : new Date(`${day}T00:00:00`).getTime();
  if (from <= now.getTime() + (isExact ? mostAheadMs : 0)) return from;
  throw usageError(`${flag}: ${quote(text)} is in the future`, 'ages look like 3d or 12h, days like yesterday or fri');
}

/** Keeps rows created since then, in milliseconds since 1970. */
export function filterByCreation(from: number | undefined): readonly Filter[] {
  if (from === undefined) return [];
  const keeps = (row: Row): boolean => Date.parse(textOf(row.createdAt) ?? '') >= from;
  return [{ flag: '--since', fields: ['createdAt'], keeps }];
}
