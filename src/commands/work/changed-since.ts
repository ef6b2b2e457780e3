import type { Context } from '../../args/context.js';
import type { Filter } from '../../args/filter.js';
import { parseSince } from '../../args/since.js';
import type { Client } from '../../client/client.js';
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

/** Keeps rows that have changed since then. Where the server only gives the day of a change, other things say when it was. */
export function filterBySince(
  context: Context,
  client: Client,
  since: string | undefined,
  changes: Changes,
): readonly Filter[] {
  if (since === undefined) return [];
  const from = parseSince(since, '--since', context.now());
  const changed = new Set<string>();
  const isOpen = (row: Row): boolean => {
    const at = changes.at(row) ?? '';
    return isDay(at) && startOf(at) < from && from < startOf(at) + dayMs;
  };
  const keeps = (row: Row): boolean => {
    const at = changes.at(row) ?? '';
    return isOpen(row) ? changed.has(textOf(row.uuid) ?? '') : (isDay(at) ? startOf(at) : Date.parse(at)) >= from;
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
          const { changedSince } = await import('./change-times.js');
          for (const uuid of await changedSince(context, client, { rows, from })) changed.add(uuid);
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
