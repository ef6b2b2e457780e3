import type { World } from '../world.js';
import { rolesWith } from './roles.js';

/**
 * The people who can open a ticket and are notified about it, and those of them on the internal team: the staff and the
 * organisation's users who can read all its tickets, and those of `involved` who belong to either. Never includes anyone who
 * could not open the ticket (docs/requirements.md, R73).
 */
export function readersOfTicket(world: World, orgId: string, involved: readonly string[]) {
  const rows = membersWith(world, 'org.tickets.read.any', orgId, involved);
  return {
    everyone: new Set(rows.map((row) => row.id)),
    /** The only people notified about an internal note. */
    team: new Set(rows.filter((row) => row.internal === 1).map((row) => row.id)),
  };
}

/** The staff and the organisation's users who can read its chat. */
export function readersOfChat(world: World, orgId: string): readonly string[] {
  return membersWith(world, 'org.chat.read', orgId, []).map((row) => row.id);
}

/** The staff and the organisation's users whose role has a permission, or who are among `others`. */
function membersWith(world: World, permission: string, orgId: string, others: readonly string[]) {
  return world.db.all<{ id: string; internal: number }>(
    `SELECT m.user_id AS id, MAX(o.is_internal) AS internal FROM org_members m JOIN orgs o ON o.id = m.org_id
     WHERE (o.is_internal = 1 AND m.role IN (SELECT value FROM json_each(?)))
       OR (o.id = ? AND m.role IN (SELECT value FROM json_each(?)))
       OR ((o.is_internal = 1 OR o.id = ?) AND m.user_id IN (SELECT value FROM json_each(?)))
     GROUP BY m.user_id`,
    rolesWith(permission, 'internal'),
    orgId,
    rolesWith(permission, 'customer'),
    orgId,
    JSON.stringify(others),
  );
}

/** The people among `userIds` who can read the tasks of a project: the team and the project's members. */
export function keepReaders(world: World, projectId: string, userIds: Iterable<string | null>): Set<string> {
  const readers = world.db.texts(
    `SELECT u.id FROM users u WHERE u.id IN (SELECT value FROM json_each(?)) AND (
       EXISTS (SELECT 1 FROM project_members m WHERE m.user_id = u.id AND m.project_id = ?)
       OR EXISTS (SELECT 1 FROM org_members m JOIN orgs o ON o.id = m.org_id AND o.is_internal = 1
         WHERE m.user_id = u.id))`,
    JSON.stringify([...userIds]),
    projectId,
  );
  return new Set(readers);
}
