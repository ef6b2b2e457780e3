import { type Filter, type FilterValues, filterByNames, splitValues } from '../../args/filter.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';

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

/** Keeps rows by people in one of their fields; `none` matches rows that name nobody. */
export async function filterByPeople(
  client: Client,
  [flag, given]: readonly [flag: string, given: readonly string[]],
  { fields, idsOf, answer: { kind, rows, users } }: PeopleIn,
): Promise<readonly Filter[]> {
  if (given.length === 0) return [];
  const { resolvePeople } = await import('../../references/people.js');
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
  const values: FilterValues = { wanted: await idsFor(wanted), unwanted: await idsFor(unwanted) };
  return filterByNames(flag, values, { fields, namesOf: idsOf });
}

/** Keeps rows by assignees. */
export async function filterByAssignees(
  client: Client,
  { assignee, unassigned }: { readonly assignee: readonly string[]; readonly unassigned: boolean },
  people: PeopleIn,
): Promise<readonly Filter[]> {
  return await filterByPeople(client, unassigned ? ['--unassigned', ['none']] : ['--assignee', assignee], people);
}
