import { type Row, textOf } from '../contract/row.js';
import type { Filter } from './filter.js';
import { type Flag, text } from './flag.js';
import type { Period, PeriodFlags } from './period.js';
import { kind } from './value.js';

/** `--since WHEN`; `what` is what it keeps, such as `only notifications`. */
export function sinceFlag(what: string): Flag<string | undefined> {
  const forms = '3d, 12h, 2026-11-20, yesterday, 3 days ago, last week, 2026-W47 or 2026-11';
  return text('--since', `${what} since then: ${forms}`, kind('past-day', 'when'));
}

/** `--since WHEN` and `--until WHEN`. */
export function periodFlags(what: string): Record<keyof PeriodFlags, Flag<string | undefined>> {
  return {
    since: sinceFlag(what),
    until: text('--until', `${what} until then, that day included; WHEN..WHEN is both`, kind('past-day', 'when')),
  };
}

/** Reads `--since` and `--until` as parsePeriod does; undefined without either. */
export async function readPeriod({ since, until }: PeriodFlags, now: Date): Promise<Period | undefined> {
  if (since === undefined && until === undefined) return undefined;
  return (await import('./period.js')).parsePeriod({ since, until }, now);
}

/** Keeps rows created in that time. */
export function filterByCreation(period: Period | undefined): readonly Filter[] {
  if (period === undefined) return [];
  const keeps = (row: Row): boolean => timeOf(row) >= period.from && timeOf(row) < period.to;
  return [{ flag: '--since', fields: ['createdAt'], keeps }];
}

/** Whether one of these rows was created before that time; the newest come first, so that what follows is older still. */
export function isPast(rows: readonly Row[], period: Period | undefined): boolean {
  return period !== undefined && rows.some((row) => !(timeOf(row) >= period.from));
}

function timeOf({ createdAt }: Row): number {
  return Date.parse(textOf(createdAt) ?? '');
}
