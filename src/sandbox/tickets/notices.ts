import { readersOfTicket } from '../access/notified.js';
import { labelOf } from '../fields/fields.js';
import { readAssignees } from '../identity/people.js';
import { excerptOf, mentionedUsers, notify, type Target } from '../inbox/notify.js';
import type { Call, World } from '../world.js';
import type { TicketRecord } from './record.js';

/** Everyone a ticket concerns, and those of them who take part in it. */
function readAudience(world: World, ticket: TicketRecord) {
  const assignees = readAssignees(world, 'ticket', ticket.id);
  const sql = 'SELECT DISTINCT author_id FROM ticket_messages WHERE ticket_id = ? AND author_id IS NOT NULL';
  const involved = [ticket.customerId, ticket.createdBy, ...assignees].filter((id) => id !== null);
  const readers = readersOfTicket(world, ticket.orgId, involved);
  return {
    ...readers,
    assignees: new Set(assignees.filter((id) => readers.everyone.has(id))),
    participants: new Set([...involved, ...world.db.texts(sql, ticket.id)]),
  };
}

/** The target of a notification about a ticket. */
export function ticketTarget({ id }: Pick<TicketRecord, 'id'>): Target {
  return { entityType: 'ticket', entityId: id, url: `/tickets/${id}` };
}

/** Notifies the organisation and the staff of a new ticket, and its assignees of their assignment. */
export function notifyCreated(call: Call, ticket: TicketRecord): void {
  const { everyone, assignees, participants } = readAudience(call.world, ticket);
  notify(call, {
    kind: 'ticketCreated',
    ...ticketTarget(ticket),
    title: `${ticket.ref} ${ticket.subject}`,
    body: excerptOf(ticket.description),
    to: [...everyone].filter((id) => !assignees.has(id)),
    participants,
  });
  notifyTicketAssigned(call, ticket, [...assignees]);
}

/** Notifies newly assigned people. */
export function notifyTicketAssigned(call: Call, ticket: TicketRecord, userIds: readonly string[]): void {
  const title = `${ticket.ref} ${ticket.subject}`;
  notify(call, { kind: 'ticketAssigned', ...ticketTarget(ticket), title, body: null, to: userIds });
}

/** Notifies everyone the ticket concerns of its new status. */
export function notifyTicketStatus(call: Call, ticket: TicketRecord, status: string): void {
  const { everyone, participants } = readAudience(call.world, ticket);
  notify(call, {
    kind: 'ticketStatusChanged',
    ...ticketTarget(ticket),
    title: `${ticket.ref} → ${labelOf(status)} ${ticket.subject}`,
    body: null,
    to: everyone,
    participants,
  });
}

/** Notifies of a reply, or only the team of an internal note; people mentioned are notified of the mention instead. */
export function notifyMessage(
  call: Call,
  { ticket, body, internal }: { ticket: TicketRecord; body: string; internal: boolean },
): void {
  const { everyone, team, participants } = readAudience(call.world, ticket);
  const audience = [...(internal ? team : everyone)];
  const mentioned = mentionedUsers(body);
  const notice = {
    ...ticketTarget(ticket),
    title: `${ticket.ref} ${ticket.subject}`,
    body: excerptOf(body),
    participants,
  };
  notify(call, { ...notice, kind: 'ticketMentioned', to: audience.filter((id) => mentioned.has(id)) });
  notify(call, { ...notice, kind: 'ticketMessage', to: audience.filter((id) => !mentioned.has(id)) });
}
