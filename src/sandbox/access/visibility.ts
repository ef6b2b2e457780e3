import type { World } from '../world.js';
import type { Access, Condition, ProjectPlace } from './access.js';

/** Whether the user is an agent of the organisation, who may edit its tickets (docs/api.md, Authentication 8). */
export function isAgent(access: Access, orgId: string): boolean {
  return access.mayInOrg(orgId, 'org.tickets.edit.any');
}

/** Whether the user may see the ticket `id`: as team member, agent or reader of its organisation, or because it is their own. */
export function seesTicket({ db }: World, access: Access, id: string): boolean {
  const { condition, values } = visibleTickets(access);
  return db.get(`SELECT 1 FROM tickets t WHERE t.id = ? AND ${condition}`, id, ...values) !== undefined;
}

/** Whether a task may name the ticket it was made from to the user. Public servers name it to every reader of the task. */
export function namesSource(world: World, access: Access, ticketId: string | null): boolean {
  return ticketId === null || world.shape === 'wire' || seesTicket(world, access, ticketId);
}

/** Whether the user is its customer, creator or assignee, as a condition on `tickets t`. */
export function involves(userId: string): Condition {
  return {
    condition: `(t.customer_id = ? OR t.created_by = ?
      OR EXISTS (SELECT 1 FROM ticket_assignees a WHERE a.ticket_id = t.id AND a.user_id = ?))`,
    values: [userId, userId, userId],
  };
}

/** The tickets the user may see, as a condition on `tickets t`. */
export function visibleTickets(access: Access): Condition {
  const orgsWith = (...permissions: string[]): string =>
    JSON.stringify(
      [...access.orgs]
        .filter(([, membership]) => permissions.some((permission) => membership.permissions.includes(permission)))
        .map(([id]) => id),
    );
  const own = involves(access.userId);
  return {
    condition: `(? = 1 OR t.org_id IN (SELECT value FROM json_each(?))
      OR (t.org_id IN (SELECT value FROM json_each(?)) AND ${own.condition}))`,
    values: [
      access.isTeam ? 1 : 0,
      orgsWith('org.tickets.read.any', 'org.tickets.edit.any'),
      orgsWith('org.tickets.read.own'),
      ...own.values,
    ],
  };
}

/*
 * The rule for internal notes, which only the internal team may see (docs/api.md, Tickets). It is used wherever they appear:
 * the timeline of a ticket, its message count and last activity, the files of a note, and writing one. `notified.ts` decides who is
 * notified of a note.
 */

/** Whether the user may read and write internal notes. */
export function seesInternalNotes(access: Access): boolean {
  return access.isTeam;
}

/** The messages a user may read, as a condition on `ticket_messages`. */
export function visibleMessages(access: Access): Condition {
  return { condition: 'is_internal <= ?', values: [seesInternalNotes(access) ? 1 : 0] };
}

interface TaskPlace extends ProjectPlace {
  readonly createdBy: string | null;
}

/** Whether the user may read the tasks of this task's project. */
export function readsTask(access: Access, task: TaskPlace): boolean {
  return access.mayInProject(task, 'project.tasks.read');
}

/** Whether the user may edit the task: any task, or their own, depending on their role. */
export function editsTask(access: Access, task: TaskPlace): boolean {
  if (access.mayInProject(task, 'project.tasks.edit.any')) return true;
  return task.createdBy === access.userId && access.mayInProject(task, 'project.tasks.edit.own');
}

/** The projects in a user's lists, as a condition on `projects p`: all for the team, otherwise those the user is a member of. */
export function visibleProjects(access: Access): Condition {
  return {
    condition: '(? = 1 OR p.id IN (SELECT value FROM json_each(?)))',
    values: [access.isTeam ? 1 : 0, JSON.stringify([...access.projects.keys()])],
  };
}

/** Whether the user may read what a file belongs to, and so the file; undefined if that is gone. The ids of all kinds differ. */
export function readsFilesOf(world: World, access: Access, id: string): boolean | undefined {
  const task = world.db.get<TaskPlace>(
    `SELECT t.created_by AS createdBy, p.id AS projectId, p.org_id AS orgId FROM tasks t JOIN projects p ON p.id = t.project_id
     WHERE t.id IN (?, (SELECT task_id FROM task_comments WHERE id = ?)) AND t.deleted_at IS NULL`,
    id,
    id,
  );
  if (task) return readsTask(access, task);
  const ticket = world.db.get<{ id: string; isInternal: number }>(
    `SELECT id, EXISTS (SELECT 1 FROM ticket_messages WHERE id = ? AND is_internal = 1) AS isInternal FROM tickets
     WHERE id IN (?, (SELECT ticket_id FROM ticket_messages WHERE id = ?)) AND deleted_at IS NULL`,
    id,
    id,
    id,
  );
  if (ticket) return seesTicket(world, access, ticket.id) && (!ticket.isInternal || seesInternalNotes(access));
  const sql = 'SELECT h.org_id FROM thread_messages m JOIN threads h ON h.id = m.thread_id WHERE m.id = ?';
  const orgId = world.db.value<string>(sql, id);
  return orgId === undefined ? undefined : access.mayInOrg(orgId, 'org.chat.read');
}
