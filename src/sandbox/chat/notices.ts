import { readersOfChat } from '../access/audience.js';
import { mentionedUsers } from '../inbox/mentions.js';
import { excerptOf, notify, type Outbox } from '../inbox/notify.js';
import type { Call } from '../world.js';

/**
 * Notifies the organisation's chat readers and the staff of a message; people mentioned are notified of the mention instead.
 */
export function notifyThread(
  call: Call,
  outbox: Outbox,
  thread: { id: string; orgId: string; title: string | null },
  body: string,
): void {
  const readers = readersOfChat(call.world, thread.orgId);
  const mentioned = mentionedUsers(body);
  const notice = {
    entityType: 'thread',
    entityId: thread.id,
    url: `/chat?org=${thread.orgId}&thread=${thread.id}`,
    title: thread.title ?? 'Chat',
    body: excerptOf(body),
    participants: readParticipants(call, thread.id),
  } as const;
  notify(call, outbox, { ...notice, kind: 'chatMentioned', to: readers.filter((id) => mentioned.has(id)) });
  notify(call, outbox, { ...notice, kind: 'chatMessage', to: readers.filter((id) => !mentioned.has(id)) });
}

/** The people who opened the thread or wrote in it. */
function readParticipants({ world }: Call, threadId: string): Set<string> {
  const rows = world.db.all<{ id: string }>(
    `SELECT created_by AS id FROM threads WHERE id = ? AND created_by IS NOT NULL
     UNION SELECT author_id FROM thread_messages WHERE thread_id = ? AND author_id IS NOT NULL`,
    threadId,
    threadId,
  );
  return new Set(rows.map((row) => row.id));
}
