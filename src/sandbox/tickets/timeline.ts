import type { TicketMessage } from '../../contract/ticket.js';
import type { Access } from '../access/access.js';
import { visibleMessages } from '../access/internal-notes.js';
import { filesOf } from '../files/store.js';
import type { Call, World } from '../world.js';

/** A message to store: a reply, an internal note, or a system entry about a change, which has `meta`. */
export interface MessageDraft {
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

interface MessageRow {
  readonly id: string;
  readonly ticketId: string;
  readonly authorId: string | null;
  readonly body: string;
  readonly kind: string;
  readonly meta: string | null;
  readonly isInternal: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The part of a ticket's timeline the user may see, oldest first. */
export function readTimeline(world: World, access: Access, ticketId: string): TicketMessage[] {
  const visible = visibleMessages(access);
  const rows = world.db.all<MessageRow>(
    `SELECT id, ticket_id AS ticketId, author_id AS authorId, body, kind, meta, is_internal AS isInternal,
       created_at AS createdAt, updated_at AS updatedAt
     FROM ticket_messages WHERE ticket_id = ? AND ${visible.condition} ORDER BY created_at, sequence`,
    ticketId,
    ...visible.values,
  );
  const files = filesOf(
    world,
    'message',
    rows.map((row) => row.id),
  );
  return rows.map(({ isInternal, meta, ...row }) => ({
    ...row,
    // Stored by this sandbox, so it has this shape.
    meta: meta === null ? null : (JSON.parse(meta) as { event: string }),
    isInternalNote: isInternal === 1,
    attachments: files.get(row.id) ?? [],
  }));
}
