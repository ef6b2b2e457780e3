import type { Context } from '../../../args/context.js';
import type { Filter } from '../../../args/filter.js';
import type { Period } from '../../../args/period.js';
import type { Client } from '../../../client/client.js';
import { type Row, textOf } from '../../../contract/row.js';

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
  const isOpen = (row: Row): boolean => {
    const at = changes.at(row) ?? '';
    return isDay(at) && [from, to].some((moment) => startOf(at) < moment && moment < startOf(at) + dayMs);
  };
  const keeps = (row: Row): boolean => {
    const at = changes.at(row) ?? '';
    if (isOpen(row)) return changed.has(textOf(row.uuid) ?? '');
    const moment = isDay(at) ? startOf(at) : Date.parse(at);
    return moment >= from && moment < to;
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
          const dayOf = (row: Row): number => startOf(changes.at(row) ?? '');
          for (const uuid of await changedIn(context, client, { rows, period, dayOf })) changed.add(uuid);
        },
      },
    },
  ];
}

const dayMs = 86_400_000;

/** Days of changes are those of UTC (docs/api.md, Conventions). */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}
