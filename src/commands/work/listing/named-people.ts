import { type FilterValues, splitValues } from '../../../args/filter.js';
import { isNone } from '../../../args/value.js';
import type { Client } from '../../../client/client.js';
import { readDetails } from '../../../client/details.js';
import { undefinedIf } from '../../../contract/errors.js';
import { isRow, type Row } from '../../../contract/row.js';
import { resolvePeople } from '../../../references/people.js';

/** The rows of a response and its people, from user id to display data. */
export interface Answer {
  readonly kind: 'task' | 'ticket';
  /** None if they have not been read yet. */
  readonly rows: readonly Row[];
  readonly users: unknown;
}

/** How rows name people. */
export interface PeopleIn {
  readonly fields: readonly string[];
  readonly idsOf: (row: Row) => readonly string[];
  readonly answer: Answer;
}

/** The ids of the people that a flag names. Throws what `resolvePeople` throws. */
export async function valuesFor(
  client: Client,
  [flag, given]: readonly [flag: string, given: readonly string[]],
  people: PeopleIn,
): Promise<FilterValues> {
  const { idsOf, answer } = people;
  const ids = new Set(answer.rows.flatMap(idsOf));
  const resolve = async (names: readonly string[]): Promise<ReadonlySet<string>> =>
    await resolvePeople(names, { client, people: answer.users, ids, takesNone: true });
  const idsFor = async (names: readonly string[]): Promise<readonly string[]> => {
    const given = names.filter((name) => !isNone(name));
    let found = await undefinedIf(['not_found'], resolve(given));
    if (found === undefined) {
      await learnNames(client, people);
      found = await resolve(given);
    }
    return [...found, ...(names.some(isNone) ? ['none'] : [])];
  };
  const { wanted, unwanted } = splitValues(flag, given);
  return { wanted: await idsFor(wanted), unwanted: await idsFor(unwanted) };
}

/** Learns the names of people of whom only ids are known, from a detail for each: a list may not name everybody. */
async function learnNames(client: Client, { idsOf, answer: { kind, rows, users } }: PeopleIn): Promise<void> {
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
