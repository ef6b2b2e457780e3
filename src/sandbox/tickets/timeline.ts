import type { Attachment } from '../../contract/attachment.js';
import type { TicketMessage } from '../../contract/ticket.js';
import type { Access } from '../access/access.js';
import { visibleMessages } from '../access/tickets.js';
import { filesJson } from '../files/store.js';
import type { Call, World } from '../world.js';

/** A message to store: a reply, an internal note, or a system entry about a change, which has `meta`. */
interface MessageDraft {
  readonly ticketId: string;
  readonly body: string;
  readonly isInternal: boolean;
  readonly meta?: Readonly<Record<string, unknown>> & { readonly event: string };
}

/** Adds a message by the caller to a ticket's timeline, dated now, and returns its id. */
export function insertMessage(call: Call, message: MessageDraft): string {
  const { world, user } = call;
  const id = world.newId();
  const now = world.now().toISOString();
  world.db.run(
    `INSERT INTO ticket_messages (id, ticket_id, author_id, body, kind, meta, is_internal, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    message.ticketId,
    user.id,
    message.body,
    message.meta ? 'system' : 'comment',
    message.meta ? JSON.stringify(message.meta) : null,
    message.isInternal ? 1 : 0,
    now,
    now,
  );
  return id;
}

/** The part of a ticket's timeline the user may see, oldest first. */
export function readTimeline(world: World, access: Access, ticketId: string): TicketMessage[] {
  const visible = visibleMessages(access);
  const rows = world.db.all<Omit<TicketMessage, 'meta'> & { meta: string | null; isInternal: number; files: string }>(
    `SELECT m.id, ticket_id AS ticketId, author_id AS authorId, body, kind, meta, is_internal AS isInternal,
       m.created_at AS createdAt, updated_at AS updatedAt, ${filesJson('message', 'm.id')} AS files
     FROM ticket_messages m WHERE ticket_id = ? AND ${visible.condition} ORDER BY m.created_at, m.sequence`,
    ticketId,
    ...visible.values,
  );
  return rows.map(({ isInternal, meta, files, ...row }) => ({
    ...row,
    // Both are JSON of this sandbox, so they have these shapes.
    meta: meta === null ? null : (JSON.parse(meta) as { event: string }),
    isInternalNote: isInternal === 1,
    attachments: JSON.parse(files) as Attachment[],
  }));
}
