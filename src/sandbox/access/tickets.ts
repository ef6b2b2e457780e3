import type { World } from '../world.js';
import type { Access, Condition } from './access.js';

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
 * the timeline of a ticket, its message count and last activity, the files of a note, and writing one. `audience.ts` decides who is
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
