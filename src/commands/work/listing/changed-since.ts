import type { Context } from '../../../args/context.js';
import type { Filter } from '../../../args/filter.js';
import type { Period } from '../../../args/period.js';
import type { Client } from '../../../client/client.js';
import { type Row, textOf } from '../../../contract/row.js';
import { dayNumber } from '../../../output/time.js';

/** When rows of a kind last changed, and the fields that say so. */
export interface Changes {
  readonly fields: readonly string[];
  readonly at: (row: Row) => string | undefined;
}

export const taskChanges: Changes = {
  fields: ['updatedAt', 'updated'],
  at: (row) => textOf(row.updatedAt) ?? textOf(row.updated),
};

/** Keeps rows that last changed in that time. Where the server only gives the day of a change, other things say when it was. */
export function filterBySince(
  context: Context,
  client: Client,
  period: Period | undefined,
  changes: Changes,
): readonly Filter[] {
  if (!period) return [];
  const { from, to } = period;
  const changed = new Set<string>();
  // A day alone is parsed as one of UTC, as days of changes are (docs/api.md, Conventions).
  const timeOf = (row: Row): number => Date.parse(changes.at(row) ?? '');
  const isOpen = (row: Row): boolean => {
    const start = timeOf(row);
    const isInside = (moment: number): boolean => start < moment && moment < start + 86_400_000;
    return dayNumber(changes.at(row) ?? '') !== undefined && (isInside(from) || isInside(to));
  };
  const keeps = (row: Row): boolean => {
    if (isOpen(row)) return changed.has(textOf(row.uuid) ?? '');
    return timeOf(row) >= from && timeOf(row) < to;
  };
  return [
    {
      flag: '--since',
      fields: changes.fields,
      keeps,
      settle: {
        isOpen,
        needs: ['comments', 'timeLogs'],
        async look(rows) {
          const { changedIn } = await import('../history/last-changes.js');
          for (const uuid of await changedIn(context, client, { rows, period, dayOf: timeOf })) changed.add(uuid);
        },
      },
    },
  ];
}
