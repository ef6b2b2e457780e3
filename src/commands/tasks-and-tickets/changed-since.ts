import type { Filter } from '../../args/filter.js';
import { parseSince } from '../../args/since.js';
import type { Context } from '../../context.js';
import { type Row, textOf } from '../../contract/row.js';

/** When rows of a kind last changed, and the fields that say so. */
export interface Changes {
  readonly fields: readonly string[];
  readonly at: (row: Row) => string | undefined;
}

export const taskChanges: Changes = {
  fields: ['updatedAt', 'updated'],
  at: (row) => textOf(row.updatedAt) ?? textOf(row.updated),
};

/** Keeps rows that have changed since then. */
export function filterBySince(context: Context, since: string | undefined, changes: Changes): readonly Filter[] {
  if (since === undefined) return [];
  const from = parseSince(since, '--since', context.now());
  return [{ flag: '--since', fields: changes.fields, keeps: (row) => endOf(changes.at(row) ?? '') >= from }];
}

/** The time, or the end of a day, since some servers send days only. */
function endOf(text: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
}
