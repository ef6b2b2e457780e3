import { type Access, readAccess } from '../access/access.js';
import { noSuch, outOfSight } from '../access/out-of-sight.js';
import { seesTicket } from '../access/tickets.js';
import type { Call, World } from '../world.js';

/** A ticket as stored, as far as changes need it. Lists and checklist are JSON text. */
export interface TicketRecord {
  readonly id: string;
  readonly ref: string;
  readonly orgId: string;
  readonly subject: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  readonly category: string;
  readonly customerId: string | null;
  readonly createdBy: string | null;
  readonly firstResponseAt: string | null;
  readonly resolvedAt: string | null;
  readonly closedAt: string | null;
  readonly tags: string;
  readonly checklist: string;
}

/** The ticket with this database id; undefined if unknown or deleted. */
export function findTicket({ db }: World, id: string): TicketRecord | undefined {
  return db.get<TicketRecord>(
    `SELECT t.id, o.key || '-' || t.number AS ref, t.org_id AS orgId, t.subject, t.description, t.status, t.priority,
       t.category, t.customer_id AS customerId, t.created_by AS createdBy, t.first_response_at AS firstResponseAt,
       t.resolved_at AS resolvedAt, t.closed_at AS closedAt, t.tags, t.checklist
     FROM tickets t JOIN orgs o ON o.id = t.org_id WHERE t.id = ? AND t.deleted_at IS NULL`,
    id,
  );
}

/** The ticket `call.id`, visible or not. @throws Refusal 404 if it is unknown or deleted. */
export function requireTicket({ world, id }: Call): TicketRecord {
  const ticket = findTicket(world, id);
  if (!ticket) throw noSuch('ticket');
  return ticket;
}

/** The ticket `call.id` and the caller's access. @throws Refusal if it is unknown, deleted or not visible. */
export function requireVisibleTicket(call: Call): { ticket: TicketRecord; access: Access } {
  const { world, user } = call;
  const access = readAccess(world, user.id);
  const ticket = requireTicket(call);
  if (!seesTicket(world, access, ticket.id)) throw outOfSight(world, noSuch('ticket'));
  return { ticket, access };
}

/** The assignees of a ticket, in the order they were added. */
export function readTicketAssignees({ db }: World, ticketId: string): string[] {
  const sql = 'SELECT user_id AS id FROM ticket_assignees WHERE ticket_id = ? ORDER BY position';
  return db.all<{ id: string }>(sql, ticketId).map(({ id }) => id);
}

/** Replaces the assignees of a ticket by `userIds`, in that order. */
export function storeTicketAssignees(world: World, ticketId: string, userIds: readonly string[]): void {
  world.db.run('DELETE FROM ticket_assignees WHERE ticket_id = ?', ticketId);
  userIds.forEach((userId, position) => {
    world.db.run(
      'INSERT INTO ticket_assignees (ticket_id, user_id, position) VALUES (?, ?, ?)',
      ticketId,
      userId,
      position,
    );
  });
}
