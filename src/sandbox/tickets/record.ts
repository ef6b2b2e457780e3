import type { TicketMessage } from '../../contract/shapes/ticket.js';
import { type Access, noSuch, outOfSight, readAccess } from '../access/access.js';
import { seesTicket, visibleMessages } from '../access/visibility.js';
import { filesJson } from '../files.js';
import { columns, type FieldsOf, list, object, readList, truth } from '../store/json.js';
import { type Call, store, timestamp, type World } from '../world.js';

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
  readonly tags: string;
  readonly checklist: string;
}

/** The ticket `call.id`, visible or not. @throws Refusal 404 if it is unknown or deleted. */
export function requireTicket({ world, id }: Call): TicketRecord {
  const ticket = world.db.get<TicketRecord>(
    `SELECT t.id, o.key || '-' || t.number AS ref, t.org_id AS orgId, t.subject, t.description, t.status, t.priority,
       t.category, t.customer_id AS customerId, t.created_by AS createdBy, t.first_response_at AS firstResponseAt,
       t.tags, t.checklist
     FROM tickets t JOIN orgs o ON o.id = t.org_id WHERE t.id = ? AND t.deleted_at IS NULL`,
    id,
  );
  if (!ticket) throw noSuch('ticket');
  return ticket;
}

/** The ticket `call.id` and the caller's access. @throws Refusal if it is unknown, deleted or not visible. */
export function requireVisibleTicket(call: Call): { ticket: TicketRecord; access: Access } {
  const access = readAccess(call);
  const ticket = requireTicket(call);
  if (!seesTicket(call.world, access, ticket.id)) throw outOfSight(noSuch('ticket'));
  return { ticket, access };
}

/** A message to store: a reply, an internal note, or a system entry about a change, which has `meta`. */
interface MessageDraft {
  readonly ticketId: string;
  readonly body: string;
  readonly isInternal: boolean;
  readonly meta?: Readonly<Record<string, unknown>> & { readonly event: string };
}

/** Adds a message by the caller to a ticket's timeline, dated now, and returns its id. */
export function insertMessage({ world, user }: Call, { meta, isInternal, ...message }: MessageDraft): string {
  return store(world, 'ticket_messages', {
    ...message,
    authorId: user.id,
    kind: meta ? 'system' : 'comment',
    meta: meta ? JSON.stringify(meta) : null,
    isInternal: isInternal ? 1 : 0,
    updatedAt: timestamp(world),
  });
}

/** The part of a ticket's timeline the user may see, oldest first. */
export function readTimeline(world: World, access: Access, ticketId: string): readonly TicketMessage[] {
  const visible = visibleMessages(access);
  const from = `ticket_messages m WHERE ticket_id = ? AND ${visible.condition}`;
  return readList(world, list(message, from, 'm.created_at, m.sequence'), ticketId, ...visible.values);
}

/** The JSON of a message `m` (see store/json.ts). */
const message = object({
  ...columns('m', 'id ticketId authorId body kind createdAt updatedAt'),
  meta: "coalesce(m.meta, 'null')",
  isInternalNote: truth('m.is_internal'),
  attachments: filesJson('message', 'm.id'),
} satisfies FieldsOf<TicketMessage>);
