import { readAccess } from '../access/access.js';
import { noSuch, outOfSight } from '../access/out-of-sight.js';
import type { Call } from '../world.js';

interface ProjectNamed {
  readonly orgId: string | null;
  readonly name: string;
}

/**
 * The project `call.id`; undefined if it does not exist.
 *
 * @throws Refusal if the caller cannot read its tasks, the same whether it exists or not.
 */
export function findReadableProject({ world, user, id }: Call): ProjectNamed | undefined {
  const project = world.db.get<ProjectNamed>('SELECT org_id AS orgId, name FROM projects WHERE id = ?', id);
  const place = { id, orgId: project?.orgId ?? null };
  if (readAccess(world, user.id).mayInProject(place, 'project.tasks.read')) return project;
  throw outOfSight(world, noSuch('project'));
}
