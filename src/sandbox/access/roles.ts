/**
 * The permissions of each role (docs/api.md, Authentication 8). A role in the internal organisation applies everywhere, a role
 * in a customer organisation only there, a project role only in its project.
 */

/** Held by roles that pass every check except the superadmin's own. */
export const adminAccess = 'admin.access';

const superadminOnly = ['admin.roles.manage', 'admin.settings.manage', 'admin.system.manage'];

const managerGrants = `project.tasks.create project.tasks.read project.tasks.edit.own project.tasks.edit.any
  project.tasks.delete.any project.tasks.comment project.tasks.assign project.edit project.archive
  project.members`.split(/\s+/);

const adminGrants = [
  adminAccess,
  ...`org.tickets.create org.tickets.read.any org.tickets.read.own org.tickets.edit.own
  org.tickets.edit.any org.tickets.comment org.tickets.delete.any org.chat.read org.chat.post`.split(/\s+/),
  ...managerGrants,
];

const internalRoles: Record<string, readonly string[]> = {
  'org.superadmin': [...adminGrants, ...superadminOnly],
  'org.admin': adminGrants,
  'org.staff': `org.tickets.read.any org.tickets.comment org.chat.read org.chat.post project.tasks.create
    project.tasks.read project.tasks.edit.own project.tasks.comment project.tasks.assign`.split(/\s+/),
};

const customerRoles: Record<string, readonly string[]> = {
  'org.agent': `org.tickets.create org.tickets.read.any org.tickets.edit.own org.tickets.edit.any
    org.tickets.comment org.chat.read org.chat.post`.split(/\s+/),
  'org.client': `org.tickets.create org.tickets.read.any org.tickets.edit.own org.tickets.comment org.chat.read
    org.chat.post`.split(/\s+/),
  'org.member': ['org.tickets.create', 'org.tickets.read.own', 'org.tickets.edit.own', 'org.tickets.comment'],
};

const projectRoles: Record<string, readonly string[]> = {
  'project.manager': managerGrants,
  'project.member': ['project.tasks.create', 'project.tasks.read', 'project.tasks.edit.own', 'project.tasks.comment'],
  'project.viewer': ['project.tasks.read'],
};

/** Where a role applies: in the internal organisation, in a customer's, or in a project. */
export type RoleHome = 'internal' | 'customer' | 'project';

// Each home knows only its own roles, so an internal role stored for a customer organisation grants nothing.
const homes: Record<RoleHome, Record<string, readonly string[]>> = {
  internal: { ...customerRoles, ...internalRoles },
  customer: customerRoles,
  project: projectRoles,
};

/** The permissions of `role` in this home; none for a role unknown there. */
export function permissionsOf(role: string, home: RoleHome): readonly string[] {
  return Object.hasOwn(homes[home], role) ? (homes[home][role] ?? []) : [];
}

/** The roles of `home` that grant `permission`, as JSON text for a query. */
export function rolesWith(permission: string, home: RoleHome): string {
  const roles = Object.entries(homes[home]).filter(([, grants]) => grants.includes(permission));
  return JSON.stringify(roles.map(([role]) => role));
}
