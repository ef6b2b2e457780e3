import type { World } from '../world.js';
import type { Access, Condition } from './access.js';

/** The parts of a ticket that permission checks need. */
export interface TicketPlace {
  readonly id: string;
  readonly orgId: string;
  readonly customerId: string | null;
  readonly createdBy: string | null;
}

/** Whether the user is an agent of the organisation, who may edit its tickets (docs/api.md, Authentication 8). */
export function isAgent(access: Access, orgId: string): boolean {
  return access.mayInOrg(orgId, 'org.tickets.edit.any');
}

/** Whether the user may see the ticket: as team member, agent or reader of its organisation, or because it is their own. */
export function seesTicket(world: World, access: Access, ticket: TicketPlace): boolean {
  return seesTicketsOf(access, ticket.orgId, () => isInvolved(world, access.userId, ticket));
}

/** The same for a ticket of this organisation of which it is known whether it is the user's own. */
export function seesTicketsOf(access: Access, orgId: string, isOwn: () => boolean): boolean {
  if (access.isTeam || isAgent(access, orgId)) return true;
  if (access.mayInOrg(orgId, 'org.tickets.read.any')) return true;
  return access.mayInOrg(orgId, 'org.tickets.read.own') && isOwn();
}

function isInvolved(world: World, userId: string, ticket: TicketPlace): boolean {
  if (ticket.customerId === userId || ticket.createdBy === userId) return true;
  return (
    world.db.get('SELECT 1 FROM ticket_assignees WHERE ticket_id = ? AND user_id = ?', ticket.id, userId) !== undefined
  );
}

/** Whether the user is its customer, creator or assignee, as a condition on `tickets t`. */
function involves(userId: string): Condition {
  return {
    condition: `(t.customer_id = ? OR t.created_by = ?
      OR EXISTS (SELECT 1 FROM ticket_assignees a WHERE a.ticket_id = t.id AND a.user_id = ?))`,
    values: [userId, userId, userId],
  };
}

/** The rule of `seesTicket` as a condition on `tickets t`, for searches. */
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
