import { rolesWith } from '../access/roles.js';
import { mentionedUsers } from '../inbox/mentions.js';
import { excerptOf, type Notice, notify, type Outbox } from '../inbox/notify.js';
import type { Call, World } from '../world.js';
import { readTicketAssignees, type TicketRecord } from './record.js';

/** Everyone a ticket concerns, and those of them who take part in it. */
interface Audience {
  readonly everyone: ReadonlySet<string>;
  readonly team: ReadonlySet<string>;
  readonly assignees: ReadonlySet<string>;
  readonly participants: ReadonlySet<string>;
}

/**
 * Readers of the ticket's organisation, internal staff, customer, creator and assignees; nobody who could not open it.
 */
function readAudience(world: World, ticket: TicketRecord): Audience {
  const assignees = readTicketAssignees(world, [ticket.id]).get(ticket.id) ?? [];
  const authors = world.db.all<{ id: string }>(
    'SELECT DISTINCT author_id AS id FROM ticket_messages WHERE ticket_id = ? AND author_id IS NOT NULL',
    ticket.id,
  );
  const involved = [ticket.customerId, ticket.createdBy, ...assignees].filter((id) => id !== null);
  const rows = world.db.all<{ id: string; internal: number }>(
    `SELECT m.user_id AS id, MAX(o.is_internal) AS internal FROM org_members m JOIN orgs o ON o.id = m.org_id
     WHERE (o.is_internal = 1 AND m.role IN (SELECT value FROM json_each(?)))
       OR (o.id = ? AND m.role IN (SELECT value FROM json_each(?)))
       OR ((o.is_internal = 1 OR o.id = ?) AND m.user_id IN (SELECT value FROM json_each(?)))
     GROUP BY m.user_id`,
    rolesWith('org.tickets.read.any', 'internal'),
    ticket.orgId,
    rolesWith('org.tickets.read.any', 'customer'),
    ticket.orgId,
    JSON.stringify(involved),
  );
  const everyone = new Set(rows.map((row) => row.id));
  return {
    everyone,
    team: new Set(rows.filter((row) => row.internal === 1).map((row) => row.id)),
    assignees: new Set(assignees.filter((id) => everyone.has(id))),
    participants: new Set([...involved, ...authors.map((author) => author.id)]),
  };
}

function target(ticket: TicketRecord): Pick<Notice, 'entityType' | 'entityId' | 'url'> {
  return { entityType: 'ticket', entityId: ticket.id, url: `/tickets/${ticket.id}` };
}

/** Tells the organisation and the staff of a new ticket, and its assignees that it is theirs. */
export function tellCreated(call: Call, outbox: Outbox, ticket: TicketRecord): void {
  const { everyone, assignees, participants } = readAudience(call.world, ticket);
  notify(call, outbox, {
    kind: 'ticketCreated',
    ...target(ticket),
    title: `${ticket.ref} ${ticket.subject}`,
    body: excerptOf(ticket.description),
    to: [...everyone].filter((id) => !assignees.has(id)),
    participants,
  });
  tellTicketAssigned(call, outbox, ticket, [...assignees]);
}

/** Tells the newly assigned `userIds`. */
export function tellTicketAssigned(call: Call, outbox: Outbox, ticket: TicketRecord, userIds: readonly string[]): void {
  const title = `${ticket.ref} ${ticket.subject}`;
  notify(call, outbox, { kind: 'ticketAssigned', ...target(ticket), title, body: null, to: userIds });
}

/** Tells everyone the ticket concerns that it has the status called `label`. */
export function tellTicketStatus(call: Call, outbox: Outbox, ticket: TicketRecord, label: string): void {
  const { everyone, participants } = readAudience(call.world, ticket);
  notify(call, outbox, {
    kind: 'ticketStatusChanged',
    ...target(ticket),
    title: `${ticket.ref} → ${label} ${ticket.subject}`,
    body: null,
    to: everyone,
    participants,
  });
}

/** Tells of a reply, or the team alone of an internal note; those mentioned hear of the mention instead. */
export function tellMessage(
  call: Call,
  outbox: Outbox,
  { ticket, body, internal }: { ticket: TicketRecord; body: string; internal: boolean },
): void {
  const { everyone, team, participants } = readAudience(call.world, ticket);
  const audience = [...(internal ? team : everyone)];
  const mentioned = mentionedUsers(body);
  const notice = { ...target(ticket), title: `${ticket.ref} ${ticket.subject}`, body: excerptOf(body), participants };
  notify(call, outbox, { ...notice, kind: 'ticketMentioned', to: audience.filter((id) => mentioned.has(id)) });
  notify(call, outbox, { ...notice, kind: 'ticketMessage', to: audience.filter((id) => !mentioned.has(id)) });
}
