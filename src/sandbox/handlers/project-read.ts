import { readAccess } from '../access.js';
import { type Call, Refusal } from '../world.js';

/** @throws Refusal 403 for those who read no task of the project `call.id`, whether it exists or not. */
export function requireProjectRead({ world, user, id }: Call): void {
  const row = world.db.get<{ orgId: string | null }>('SELECT org_id AS orgId FROM projects WHERE id = ?', id);
  const place = { id, orgId: row?.orgId ?? null };
  if (!readAccess(world, user.id).mayInProject(place, 'project.tasks.read')) {
    throw new Refusal(403, 'You may not read this project.');
  }
}
