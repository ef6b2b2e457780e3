import { type Filter, filterByFound, filterByNames } from '../../../args/filter.js';
import type { Client } from '../../../client/client.js';
import { type Row, refKeys, refOf, textOf } from '../../../contract/row.js';
import type { PeopleIn } from './named-people.js';

/** Keeps rows by people in one of their fields; `none` matches rows that name nobody. */
export async function filterByPeople(
  client: Client,
  [flag, given]: readonly [flag: string, given: readonly string[]],
  people: PeopleIn,
): Promise<readonly Filter[]> {
  if (given.length === 0) return [];
  const { valuesFor } = await import('./named-people.js');
  return filterByNames(flag, await valuesFor(client, [flag, given], people), { ...people, namesOf: people.idsOf });
}

interface Assignees {
  readonly assignee: readonly string[];
  readonly unassigned: boolean;
  readonly areIds?: boolean;
}

/** Keeps rows by assignees; those given by id need not be looked up. */
export async function filterByAssignees(client: Client, { assignee, unassigned, areIds }: Assignees, people: PeopleIn) {
  if (areIds)
    return filterByNames('--assignee', { wanted: assignee, unwanted: [] }, { ...people, namesOf: people.idsOf });
  return await filterByPeople(client, unassigned ? ['--unassigned', ['none']] : ['--assignee', assignee], people);
}

/** Keeps tasks by project: by its key, its uuid, or the part of a task's reference before the number. */
export async function filterByProject(client: Client, given: readonly string[], rows: readonly Row[]) {
  const find = async (project: string): Promise<readonly string[]> => {
    // Loaded here, because most lists are not filtered by project.
    const { findEntity } = await import('../../../references/find-entity.js');
    const { uuid, ref } = await findEntity(client, 'project', project);
    return [uuid, ref];
  };
  const namesOf = (row: Row): readonly string[] => projectNames(row).map((name) => name.toLowerCase());
  const named = { fields: ['project', 'id'], reads: refKeys, namesOf };
  return await filterByFound('--project', given, { ...named, rows, find });
}

/** What a task calls its project, and the part of its reference that does. */
export function projectNames(task: Row): readonly string[] {
  return [textOf(task.project), /^(.+)-\d+$/.exec(refOf(task))?.[1]].flatMap((name) => name || []);
}
