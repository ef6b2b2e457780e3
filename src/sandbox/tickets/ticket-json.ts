import type { Ticket } from '../../contract/shapes/ticket.js';
import type { Access } from '../access/access.js';
import { visibleMessages } from '../access/visibility.js';
import { columns, exceptWire, type FieldsOf, list, object, value } from '../store/json.js';
import type { Shape, World } from '../world.js';

/*
 * Tickets as they are sent, in the SQL of store/json.ts: `t` is the ticket, with the time of its last message, and `o` its
 * organisation.
 */

const reference = value("o.key || '-' || t.number");
const assignees = list('json_quote(user_id)', 'ticket_assignees WHERE ticket_id = t.id', 'position');
const firstAssignee = '(SELECT user_id FROM ticket_assignees WHERE ticket_id = t.id ORDER BY position LIMIT 1)';

/**
 * By docs/api.md, Conventions 6, `id` is the reference and `uuid` the database id; public servers send the database id as `id`
 * and the reference as `displayId`, which shape `usual` adds.
 */
const fields = {
  id: { ...exceptWire(reference), wire: value('t.id') },
  orgId: value('t.org_id'),
  orgSlug: value('o.slug'),
  orgName: value('o.name'),
  orgColor: value('o.color'),
  ...columns('t', 'number subject description status priority category channel customerId createdBy'),
  ...columns('t', 'firstResponseAt resolvedAt closedAt lastMessageAt satisfactionScore createdAt'),
  // An internal note changes only what the team sees.
  updatedAt: value("max(t.updated_at, coalesce(t.last_message_at, ''))"),
  displayId: { usual: reference, wire: reference },
  uuid: exceptWire(value('t.id')),
  assignedAgentId: value(firstAssignee),
  assignees,
  tags: 't.tags',
  checklist: 't.checklist',
  messageCount: 't.message_count',
} satisfies FieldsOf<Ticket>;

/** The start of a query for tickets as `json`, without the internal notes a user may not see, and the `people` they name. */
export function selectTickets(shape: Shape, access: Access) {
  const { condition, values } = visibleMessages(access);
  const messages = `FROM ticket_messages WHERE ticket_id = t.id AND kind = 'comment' AND ${condition}`;
  return {
    sql: `SELECT ${object(fields, shape)} AS json,
        concat_ws(' ', t.customer_id, t.created_by,
          (SELECT group_concat(user_id, ' ') FROM ticket_assignees WHERE ticket_id = t.id)) AS people
      FROM (SELECT t.*, (SELECT MAX(created_at) ${messages}) AS last_message_at,
        (SELECT COUNT(*) ${messages}) AS message_count FROM tickets t) t JOIN orgs o ON o.id = t.org_id`,
    values: [...values, ...values],
  };
}

/** The ticket as the user sees it. */
export function readTicket({ db, shape }: World, access: Access, id: string): Ticket {
  const { sql, values } = selectTickets(shape, access);
  const json = db.value<string>(`${sql} WHERE t.id = ?`, ...values, id);
  // Made of the fields above.
  return JSON.parse(json ?? '{}') as Ticket;
}
