import { type FilterValues, splitValues } from '../../args/filter.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import { resolvePeople } from '../../references/people.js';

interface Named {
  readonly flag: string;
  readonly given: readonly string[];
  /** The people of a row. */
  readonly idsOf: (row: Row) => readonly string[];
  /** The rows, and the people of their response. */
  readonly answer: { readonly kind: 'task' | 'ticket'; readonly rows: readonly Row[]; readonly users: unknown };
}

/** The ids of the people that a flag names. Throws what `resolvePeople` throws. */
export async function valuesFor(
  client: Client,
  { flag, given, idsOf, answer: { kind, rows, users } }: Named,
): Promise<FilterValues> {
  const ids = new Set(rows.flatMap(idsOf));
  const resolve = async (names: readonly string[]): Promise<ReadonlySet<string>> =>
    await resolvePeople(names, { client, people: users, ids });
  const idsFor = async (names: readonly string[]): Promise<readonly string[]> => {
    const isNobody = (name: string): boolean => name.toLowerCase() === 'none';
    const given = names.filter((name) => !isNobody(name));
    const found = await resolve(given).catch(async (error: unknown) => {
      if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
      const { learnNames } = await import('./learn-names.js');
      await learnNames(client, { kind, rows, idsOf, users });
      return await resolve(given);
    });
    return [...found, ...(names.some(isNobody) ? ['none'] : [])];
  };
  const { wanted, unwanted } = splitValues(flag, given);
  return { wanted: await idsFor(wanted), unwanted: await idsFor(unwanted) };
}
