import { filterByFound } from '../../args/filter.js';
import type { Client } from '../../client/client.js';
import { type Row, textOf } from '../../contract/row.js';

/** Keeps tasks by project: by its key, its uuid, or the part of a task's reference before the number. */
export async function filterByProject(client: Client, given: readonly string[], rows: readonly Row[]) {
  const find = async (project: string): Promise<readonly string[]> => {
    // Loaded here, because most lists are not filtered by project.
    const { findEntity } = await import('../../references/find-entity.js');
    const { uuid, ref } = await findEntity(client, 'project', project);
    return [uuid, ref];
  };
  const named = { fields: ['project', 'id'], reads: ['displayId'], namesOf: projectNames };
  return await filterByFound('--project', given, { ...named, rows, find });
}

function projectNames(row: Row): readonly string[] {
  const prefix = /^(.+)-\d+$/.exec(textOf(row.displayId) ?? textOf(row.id) ?? '')?.[1];
  return [textOf(row.project), prefix].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
}
