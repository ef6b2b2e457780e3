import type { Ticket } from '../../contract/ticket.js';
import type { Access } from '../access/access.js';
import { visibleMessages } from '../access/internal-notes.js';
import { parseChecklist } from '../fields/checklist.js';
import { parseTags } from '../fields/tags.js';
import type { Place } from '../lists/chunks.js';
import type { Value } from '../store/database.js';
import { groupRows } from '../store/group-rows.js';
import type { World } from '../world.js';

/** A ticket as stored, with the names of its organisation. Lists and checklist are JSON text. */
export interface TicketRecord {
  readonly id: string;
  readonly ref: string;
  readonly orgId: string;
  readonly orgSlug: string;
  readonly orgName: string;
  readonly orgColor: string;
  readonly number: number;
  readonly subject: string;
  readonly description: string | null;
  readonly status: string;
  readonly priority: string;
  readonly category: string;
  readonly channel: string;
  readonly customerId: string | null;
  readonly createdBy: string | null;
  readonly firstResponseAt: string | null;
  readonly resolvedAt: string | null;
  readonly closedAt: string | null;
  readonly lastMessageAt: string | null;
  readonly satisfactionScore: number | null;
  readonly tags: string;
  readonly checklist: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly sequence: number;
}

/** The start of a query for tickets as the user sees them, in which the time of an internal note is not an activity. */
function selectFor(access: Access): { select: string; values: readonly Value[] } {
  const { condition, values } = visibleMessages(access);
  const select = `SELECT t.id, o.key || '-' || t.number AS ref, t.org_id AS orgId, o.slug AS orgSlug, o.name AS orgName,
      o.color AS orgColor, t.number, t.subject, t.description, t.status, t.priority, t.category, t.channel,
      t.customer_id AS customerId, t.created_by AS createdBy, t.first_response_at AS firstResponseAt,
      t.resolved_at AS resolvedAt, t.closed_at AS closedAt,
      (SELECT MAX(created_at) FROM ticket_messages WHERE ticket_id = t.id AND kind = 'comment' AND ${condition})
        AS lastMessageAt,
      t.satisfaction_score AS satisfactionScore, t.tags, t.checklist, t.created_at AS createdAt,
      t.updated_at AS updatedAt, t.sequence
    FROM tickets t JOIN orgs o ON o.id = t.org_id`;
  return { select, values };
}

/** The ticket with this database id; undefined if unknown or deleted. */
export function findTicket(world: World, access: Access, id: string): TicketRecord | undefined {
  const { select, values } = selectFor(access);
  return world.db.get<TicketRecord>(`${select} WHERE t.id = ? AND t.deleted_at IS NULL`, ...values, id);
}

/** The listed ones of these tickets as the user would see them. */
function listed(
  access: Access,
  sequences: readonly number[],
): { readonly select: string; readonly values: readonly Value[] } {
  const { select, values } = selectFor(access);
  return {
    select: `${select} WHERE t.deleted_at IS NULL AND t.sequence IN (SELECT value FROM json_each(?))`,
    values: [...values, JSON.stringify(sequences)],
  };
}

/** The tickets of a list, last active first. */
export function listTickets(world: World, access: Access, sequences: readonly number[]): TicketRecord[] {
  const { select, values } = listed(access, sequences);
  return world.db.all<TicketRecord>(
    `${select} ORDER BY COALESCE(lastMessageAt, t.updated_at) DESC, t.sequence DESC`,
    ...values,
  );
}

/** Where the listed ones of these tickets are in a list. */
export function listTicketPlaces(world: World, access: Access, sequences: readonly number[]): Place[] {
  const { select, values } = listed(access, sequences);
  return world.db.all<Place>(`SELECT sequence, COALESCE(lastMessageAt, updatedAt) AS at FROM (${select})`, ...values);
}

/** The tickets that look different to those who see internal notes. */
export function notedTickets(world: World): number[] {
  const rows = world.db.all<{ sequence: number }>(
    'SELECT DISTINCT t.sequence FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id WHERE m.is_internal = 1',
  );
  return rows.map(({ sequence }) => sequence);
}

/** What a ticket shows from other tables. */
export interface TicketParts {
  readonly assignees: ReadonlyMap<string, string[]>;
  readonly messageCounts: ReadonlyMap<string, number>;
}

/** Reads the assignees of the tickets `ids` and how many of their messages the user may see. */
export function readTicketParts(world: World, access: Access, ids: readonly string[]): TicketParts {
  const visible = visibleMessages(access);
  const counts = world.db.all<{ id: string; count: number }>(
    `SELECT ticket_id AS id, COUNT(*) AS count FROM ticket_messages
     WHERE ticket_id IN (SELECT value FROM json_each(?)) AND kind = 'comment' AND ${visible.condition} GROUP BY ticket_id`,
    JSON.stringify(ids),
    ...visible.values,
  );
  return {
    assignees: readTicketAssignees(world, ids),
    messageCounts: new Map(counts.map(({ id, count }) => [id, count])),
  };
}

/** The assignees of the tickets `ids`, in the order they were added. */
export function readTicketAssignees(world: World, ids: readonly string[]): Map<string, string[]> {
  return readUsers(world, 'ticket_assignees', 'position', ids);
}

/** The watchers of the tickets `ids`. */
export function readWatchers(world: World, ids: readonly string[]): Map<string, string[]> {
  return readUsers(world, 'ticket_watchers', 'user_id', ids);
}

function readUsers(world: World, table: string, order: string, ids: readonly string[]): Map<string, string[]> {
  const rows = world.db.all<{ ticketId: string; userId: string }>(
    `SELECT ticket_id AS ticketId, user_id AS userId FROM ${table}
     WHERE ticket_id IN (SELECT value FROM json_each(?)) ORDER BY ticket_id, ${order}`,
    JSON.stringify(ids),
  );
  return groupRows(
    rows,
    ({ ticketId }) => ticketId,
    ({ userId }) => userId,
  );
}

/**
 * A ticket as sent. By docs/api.md, Conventions 6, `id` is the reference and `uuid` the database id; public servers send the
 * database id as `id` and the reference as `displayId`, which shape `usual` adds.
 */
export function showTicket(world: World, ticket: TicketRecord, parts: TicketParts): Ticket {
  const { lastMessageAt, updatedAt } = ticket;
  const assignees = parts.assignees.get(ticket.id) ?? [];
  return {
    // Each field by name: leaving out some of many is slow, and a list shows very many tickets.
    id: world.shape === 'wire' ? ticket.id : ticket.ref,
    orgId: ticket.orgId,
    orgSlug: ticket.orgSlug,
    orgName: ticket.orgName,
    orgColor: ticket.orgColor,
    number: ticket.number,
    subject: ticket.subject,
    description: ticket.description,
    status: ticket.status,
    priority: ticket.priority,
    category: ticket.category,
    channel: ticket.channel,
    customerId: ticket.customerId,
    createdBy: ticket.createdBy,
    firstResponseAt: ticket.firstResponseAt,
    resolvedAt: ticket.resolvedAt,
    closedAt: ticket.closedAt,
    lastMessageAt,
    satisfactionScore: ticket.satisfactionScore,
    createdAt: ticket.createdAt,
    // An internal note changes only what the team sees.
    updatedAt: lastMessageAt !== null && lastMessageAt > updatedAt ? lastMessageAt : updatedAt,
    ...(world.shape === 'spec' ? {} : { displayId: ticket.ref }),
    ...(world.shape === 'wire' ? {} : { uuid: ticket.id }),
    assignedAgentId: assignees[0] ?? null,
    assignees,
    tags: parseTags(ticket.tags),
    checklist: parseChecklist(ticket.checklist),
    messageCount: parts.messageCounts.get(ticket.id) ?? 0,
  };
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
