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

/** What most notifications about a ticket have. */
function about(ticket: TicketRecord) {
  return { ...ticketTarget(ticket), title: `${ticket.ref} ${ticket.subject}`, body: null };
}

/** Notifies the organisation and the staff of a new ticket, and its assignees of their assignment. */
export function notifyCreated(call: Call, ticket: TicketRecord): void {
  const { everyone, assignees, participants } = readAudience(call.world, ticket);
  const notice = { ...about(ticket), body: excerptOf(ticket.description), participants };
  notify(call, { ...notice, kind: 'ticketCreated', to: [...everyone].filter((id) => !assignees.has(id)) });
  notifyTicketAssigned(call, ticket, [...assignees]);
}

/** Notifies newly assigned people. */
export function notifyTicketAssigned(call: Call, ticket: TicketRecord, userIds: readonly string[]): void {
  notify(call, { ...about(ticket), kind: 'ticketAssigned', to: userIds });
}

/** Notifies everyone the ticket concerns of its new status. */
export function notifyTicketStatus(call: Call, ticket: TicketRecord, status: string): void {
  const { everyone, participants } = readAudience(call.world, ticket);
  const title = `${ticket.ref} → ${labelOf(status)} ${ticket.subject}`;
  notify(call, { ...about(ticket), kind: 'ticketStatusChanged', title, to: everyone, participants });
}

/** Notifies of a reply, or only the team of an internal note; people mentioned are notified of the mention instead. */
export function notifyMessage(
  call: Call,
  { ticket, body, internal }: { ticket: TicketRecord; body: string; internal: boolean },
): void {
  const { everyone, team, participants } = readAudience(call.world, ticket);
  const audience = [...(internal ? team : everyone)];
  const mentioned = mentionedUsers(body);
  const notice = { ...about(ticket), body: excerptOf(body), participants };
  notify(call, { ...notice, kind: 'ticketMentioned', to: audience.filter((id) => mentioned.has(id)) });
  notify(call, { ...notice, kind: 'ticketMessage', to: audience.filter((id) => !mentioned.has(id)) });
}
