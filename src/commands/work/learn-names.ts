import type { Client } from '../../client/client.js';
import { type DetailKind, readDetails } from '../../client/details.js';
import { isRow, type Row } from '../../contract/row.js';

interface NamedBy {
  readonly kind: DetailKind;
  readonly rows: readonly Row[];
  readonly users: unknown;
  readonly idsOf: (row: Row) => readonly string[];
}

/** Learns the names of people of whom only ids are known, from a detail for each: a list may not name everybody. */
export async function learnNames(client: Client, { kind, rows, users, idsOf }: NamedBy): Promise<void> {
  const known = new Set([
    ...(isRow(users) ? Object.keys(users) : []),
    ...client.index.all('people').map(({ uuid }) => uuid),
  ]);
  const isUnknown = (id: string): boolean => !known.has(id);
  await readDetails(client, {
    kind,
    rows,
    isNeeded(row) {
      const unknown = idsOf(row).filter(isUnknown);
      // Nobody is looked for twice, whether or not the detail has a name.
      for (const id of unknown) known.add(id);
      return unknown.length > 0;
    },
    // The people in a detail are remembered.
    take: () => undefined,
  });
}
