import type { Capabilities } from '../../contract/shapes/session.js';
import type { Value } from '../store/database.js';
import { type Call, Refusal, type World } from '../world.js';
import { adminAccess, permissionsOf, type RoleHome } from './roles.js';

/** The project of a task and the organisation of that project, which permission checks need. */
export interface ProjectPlace {
  readonly projectId: string;
  readonly orgId: string | null;
}

export type Access = Readonly<ReturnType<typeof readAccess>>;

/** A condition of a query, with the values for its question marks in order. */
export interface Condition {
  readonly condition: string;
  readonly values: readonly Value[];
}

/** Reads what the caller may do (docs/api.md, Authentication 8), once per request. */
export function readAccess({ world, user }: Pick<Call, 'world' | 'user'>) {
  const userId = user.id;
  const memberships = (columns: string, tables: string) => {
    const sql = `SELECT ${columns} FROM ${tables} WHERE m.user_id = ?`;
    const rows = world.db.all<{ id: string; role: string; home: RoleHome }>(sql, userId);
    return new Map(
      rows.map(({ id, role, home }) => [
        id,
        { role, isInternal: home === 'internal', permissions: permissionsOf(role, home) },
      ]),
    );
  };
  const home = "iif(o.is_internal, 'internal', 'customer') AS home";
  const orgs = memberships(`m.org_id AS id, m.role, ${home}`, 'org_members m JOIN orgs o ON o.id = m.org_id');
  const projects = memberships("m.project_id AS id, m.role, 'project' AS home", 'project_members m');
  const internal = [...orgs.values()].filter((membership) => membership.isInternal);
  const everywhere = new Set(internal.flatMap((membership) => membership.permissions));
  const mayInOrg = (orgId: string, permission: string): boolean =>
    everywhere.has(permission) || orgs.get(orgId)?.permissions.includes(permission) === true;
  return {
    userId,
    /** Member of the internal organisation, in any role. */
    isTeam: internal.length > 0,
    isAdmin: everywhere.has(adminAccess),
    orgs,
    projects,
    mayInOrg,
    /** Checks the internal role, then the project membership, then the membership in the project's organisation. */
    mayInProject: (project: ProjectPlace, permission: string): boolean =>
      everywhere.has(permission) ||
      projects.get(project.projectId)?.permissions.includes(permission) === true ||
      (project.orgId !== null && mayInOrg(project.orgId, permission)),
  };
}

/** The organisations a user can choose from, by name: all for the team, otherwise the user's own; never archived ones. */
export function visibleOrgs({ db }: World, access: Access) {
  return db.all(
    `SELECT id, slug, name, color FROM orgs
     WHERE archived_at IS NULL AND (? = 1 OR id IN (SELECT value FROM json_each(?))) ORDER BY name, id`,
    access.isTeam ? 1 : 0,
    JSON.stringify([...access.orgs.keys()]),
  );
}

/** The `capabilities` of `GET /me`, which are what a client should offer. Every endpoint still checks for itself. */
export function capabilitiesOf(access: Access): Capabilities {
  const global = [...new Set([...access.orgs.values(), ...access.projects.values()].flatMap((one) => one.permissions))];
  const holds = (permission: string): boolean => global.includes(permission);
  const hasProjects = access.isTeam || access.projects.size > 0;
  return {
    userType: access.isTeam ? 'staff' : 'external',
    isAdmin: access.isAdmin,
    surfaces: {
      tickets: access.isTeam || access.orgs.size > 0,
      chat: holds('org.chat.read'),
      tasks: hasProjects,
      projects: hasProjects,
      wiki: access.isTeam,
      notes: access.isTeam,
      admin: access.isAdmin,
      settings: true,
    },
    quickCreate: {
      ticket: holds('org.tickets.create'),
      task: holds('project.tasks.create'),
      note: access.isTeam,
    },
    global: global.sort(),
    orgs: Object.fromEntries(access.orgs),
    projects: Object.fromEntries(
      [...access.projects].map(([id, { role, permissions }]) => [id, { role, permissions }]),
    ),
  };
}

/** Restricts notes, wiki and meetings to the internal team (docs/api.md, Chat, notes, wiki). @throws Refusal 403 */
export function requireTeam(call: Call): void {
  if (!readAccess(call).isTeam) throw new Refusal(403, 'Only the internal team may use this.');
}

/** The notes that search finds for a team member, as a condition on `notes n`: meeting notes and their own. */
export function searchedNotes(userId: string): Condition {
  return { condition: "(n.kind = 'meeting' OR n.owner_id = ?)", values: [userId] };
}

/** The notes a team member may read, as a condition on `notes n`: those and the ones shared with them. */
export function visibleNotes(userId: string): Condition {
  const { condition, values } = searchedNotes(userId);
  return {
    condition: `(${condition} OR EXISTS (SELECT 1 FROM note_shares s WHERE s.note_id = n.id AND s.user_id = ?))`,
    values: [...values, userId],
  };
}

/** @throws Refusal 403 unless the caller may do this, such as `edit this task`. */
export function allow(isAllowed: boolean, what: string): void {
  if (!isAllowed) throw new Refusal(403, `You are not allowed to ${what}.`);
}

/** The reply for something that does not exist or is deleted (docs/api.md, Errors). */
export function noSuch(thing: string): Refusal {
  return new Refusal(404, `There is no such ${thing}.`);
}

/** The reply for what the caller may not see: as if it did not exist (docs/requirements.md, R73), or 403 on public servers. */
export function outOfSight({ status, message }: Refusal): Refusal {
  return new Refusal(status, message, 403, 'You are not allowed to see this.');
}
