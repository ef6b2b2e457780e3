import type { LinkedTask, Ticket, TicketDetail } from '../../contract/ticket.js';
import { type Access, readAccess } from '../access/access.js';
import { seesInternalNotes } from '../access/internal-notes.js';
import { noSuch, outOfSight } from '../access/out-of-sight.js';
import { isAgent, seesTicket } from '../access/tickets.js';
import { filesOf } from '../files/store.js';
import { peopleForTickets, peopleOf } from '../identity/people.js';
import { type Answer, type Call, ok, type World } from '../world.js';
import { findTicket, readTicketParts, showTicket, type TicketRecord } from './record.js';
import { readTimeline } from './timeline.js';

/** `GET /tickets/:id`: the ticket and its timeline, as far as the caller may see it. */
export function getTicket(call: Call): Answer {
  const { world } = call;
  const { ticket, access } = requireVisibleTicket(call);
  const parts = readTicketParts(world, access, [ticket.id]);
  const messages = readTimeline(world, access, ticket.id);
  const canEdit = isAgent(access, ticket.orgId);
  const involved = [
    ticket.customerId,
    ticket.createdBy,
    ...(parts.assignees.get(ticket.id) ?? []),
    ...messages.map((message) => message.authorId ?? null),
  ];
  const detail: TicketDetail = {
    ticket: { ...showTicket(world, ticket, parts), ...countNotes(world, access, ticket) },
    attachments: filesOf(world, 'ticket', [ticket.id]).get(ticket.id) ?? [],
    messages,
    authors: peopleOf(world, involved),
    assignableUsers: canEdit ? peopleForTickets(world, ticket.orgId) : [],
    canEdit,
    canComment: access.mayInOrg(ticket.orgId, 'org.tickets.comment'),
    canInternalNote: seesInternalNotes(access),
    linkedTasks: access.isTeam ? readLinkedTasks(world, ticket.id) : [],
  };
  return ok(detail);
}

/** Details of public servers count internal notes for everyone, unlike rows. */
function countNotes(world: World, access: Access, { id }: TicketRecord): Partial<Ticket> {
  if (world.shape !== 'wire') return {};
  const team = { ...access, isTeam: true };
  return {
    lastMessageAt: findTicket(world, team, id)?.lastMessageAt ?? null,
    messageCount: readTicketParts(world, team, [id]).messageCounts.get(id) ?? 0,
  };
}

/** The ticket `call.id`, visible or not. @throws Refusal 404 if it is unknown or deleted. */
export function requireTicket(call: Call, access: Access): TicketRecord {
  const ticket = findTicket(call.world, access, call.id);
  if (!ticket) throw noSuch('ticket');
  return ticket;
}

/** The ticket `call.id` and the caller's access. @throws Refusal if it is unknown, deleted or not visible. */
export function requireVisibleTicket(call: Call): { ticket: TicketRecord; access: Access } {
  const { world, user } = call;
  const access = readAccess(world, user.id);
  const ticket = requireTicket(call, access);
  if (!seesTicket(world, access, ticket)) throw outOfSight(world, noSuch('ticket'));
  return { ticket, access };
}

/** The tasks made from a ticket, which only the team sees. */
function readLinkedTasks(world: World, ticketId: string): LinkedTask[] {
  return world.db.all<LinkedTask>(
    `SELECT t.id, p.key || '-' || t.number AS displayId, t.title, t.status FROM tasks t
     JOIN projects p ON p.id = t.project_id WHERE t.source_ticket_id = ? AND t.deleted_at IS NULL
     ORDER BY t.created_at, t.sequence`,
    ticketId,
  );
}
