import { filterByNames, splitValues } from '../../args/filter.js';
import type { Client } from '../../client/client.js';
import { type Row, textOf } from '../../contract/row.js';

/** Keeps tasks by project: by its key, its uuid, or the part of a task's reference before the number. */
export async function filterByProject(client: Client, given: readonly string[], rows: readonly Row[]) {
  if (given.length === 0) return [];
  // Loaded here, because most lists are not filtered by project.
  const { findEntity } = await import('../../references/find-entity.js');
  const seen = new Set(rows.flatMap(projectNames));
  const namesFor = async (project: string): Promise<readonly string[]> => {
    if (seen.has(project.toLowerCase())) return [project.toLowerCase()];
    const { uuid, ref } = await findEntity(client, 'project', project);
    return [uuid.toLowerCase(), ref.toLowerCase()];
  };
  const { wanted, unwanted } = splitValues('--project', given);
  const names = {
    wanted: (await Promise.all(wanted.map(namesFor))).flat(),
    unwanted: (await Promise.all(unwanted.map(namesFor))).flat(),
  };
  return filterByNames('--project', names, { fields: ['project', 'id'], reads: ['displayId'], namesOf: projectNames });
}

function projectNames(row: Row): readonly string[] {
  const prefix = /^(.+)-\d+$/.exec(textOf(row.displayId) ?? textOf(row.id) ?? '')?.[1];
  return [textOf(row.project), prefix].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
}
