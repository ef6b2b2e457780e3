import {
  dayNumber,
  daysFrom,
  fullTime,
  localDay,
  momentWords,
  parseTime,
  relativeTime,
  shortDay,
  weekdayOf,
} from '../../output/time.js';
import type { Cell, Column, DetailField, JsonObject, Setting } from '../../output/view.js';
import { ownColumn, ownText } from '../read-row.js';

/** A time, past or future, in a table: `2h ago`, `in 3d`. */
export function whenCell(value: string | undefined, now: Date): Cell {
  return { text: value === undefined ? '' : relativeTime(value, now), tone: 'dim' };
}

/** A time, past or future, in a detail: `2h ago`, or `2025-11-01 08:14` if it is weeks away. */
export function fullWhenCell(value: string | undefined, now: Date): Cell {
  return { text: value === undefined ? '' : fullTime(value, now) };
}

export function timeCell(value: string | undefined, now: Date): Cell {
  return whenCell(value && pastDay(value, now), now);
}

/** The past time in the first of these fields, in a table. */
export function timeOf(...keys: readonly string[]): (row: JsonObject, setting: Setting) => Cell {
  return (row, { now }) => timeCell(ownText(row, ...keys), now);
}

/** When a row last changed, on servers that send `updatedAt` and on those that send `updated`. */
export const updatedColumn: Column = {
  key: 'updated',
  head: 'Updated',
  value: (row) => ownText(row, 'updatedAt', 'updated'),
  human: timeOf('updatedAt', 'updated'),
};

/** How long ago, in a narrow cell: `now`, `5m`, `2h`, `1d`, `3w`, `1y`. */
export function ageCell(value: string | undefined, now: Date): Cell {
  const moment = parseTime(value ?? '');
  const days = daysFrom(moment === undefined ? (value ?? '') : localDay(moment), localDay(now)) ?? 0;
  if (days >= 365) return { text: `${Math.floor(days / 365)}y`, tone: 'dim' };
  if (days >= 14) return { text: `${Math.floor(days / 7)}w`, tone: 'dim' };
  const { text } = timeCell(value, now);
  const short: Readonly<Record<string, string>> = { 'just now': 'now', yesterday: '1d' };
  return { text: short[text] ?? text.replace(/ ago$/, ''), tone: 'dim' };
}

/** A time to come in a table: `14:05`, or `Thu 24 Dec, 14:05`. */
export function momentCell(value: string | undefined, now: Date): Cell {
  const moment = parseTime(value ?? '');
  return { text: moment ? momentWords(moment, now) : '' };
}

export function fullTimeCell(value: string | undefined, now: Date): Cell {
  return fullWhenCell(value && pastDay(value, now), now);
}

/** Makes a past time of a row, in the first of these fields, a field of its detail. */
export function timeFields(row: JsonObject, now: Date) {
  return (key: string, label: string, ...sources: readonly string[]): DetailField => ({
    key,
    label,
    value: ownColumn(...sources).value(row),
    human: fullTimeCell(ownText(row, ...sources), now),
  });
}

/** Some servers send times as UTC days, which may be a day ahead of the local one; a past event is never shown as tomorrow. */
function pastDay(value: string, now: Date): string {
  const today = localDay(now);
  return daysFrom(today, value) === 1 ? today : value;
}

/** A due date for a table: `overdue 3d`, `today`, `tomorrow`, a weekday within the week, then the date. Finished work is never overdue. */
export function dueDay(due: string, now: Date, isOpen = true): Cell {
  const today = localDay(now);
  const day = due.slice(0, 'YYYY-MM-DD'.length);
  const days = daysFrom(today, day);
  if (days === undefined) return { text: day };
  if (!isOpen) return { text: shortDay(day, today), tone: 'dim' };
  if (days < 0) return { text: `overdue ${-days}d`, tone: 'bad' };
  if (days === 0) return { text: 'today', tone: 'warn' };
  if (days === 1) return { text: 'tomorrow', tone: 'warn' };
  if (days < 7) return { text: weekdayOf(dayNumber(day) ?? 0) };
  return { text: shortDay(day, today) };
}
