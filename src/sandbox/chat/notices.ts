import { rolesWith } from '../access/roles.js';
import { mentionedUsers } from '../inbox/mentions.js';
import { excerptOf, notify, type Outbox } from '../inbox/notify.js';
import type { Call } from '../world.js';

/** Tells the organisation's chat readers and the staff of a message; those mentioned hear of the mention instead. */
export function tellThread(
  call: Call,
  outbox: Outbox,
  thread: { id: string; orgId: string; title: string | null },
  body: string,
): void {
  const readers = readChatReaders(call, thread.orgId);
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

function readChatReaders({ world }: Call, orgId: string): string[] {
  const rows = world.db.all<{ id: string }>(
    `SELECT DISTINCT m.user_id AS id FROM org_members m JOIN orgs o ON o.id = m.org_id
     WHERE (o.is_internal = 1 AND m.role IN (SELECT value FROM json_each(?)))
       OR (o.id = ? AND m.role IN (SELECT value FROM json_each(?)))`,
    rolesWith('org.chat.read', 'internal'),
    orgId,
    rolesWith('org.chat.read', 'customer'),
  );
  return rows.map((row) => row.id);
}

/** Who opened the thread or has written in it. */
function readParticipants({ world }: Call, threadId: string): Set<string> {
  const rows = world.db.all<{ id: string }>(
    `SELECT created_by AS id FROM threads WHERE id = ? AND created_by IS NOT NULL
     UNION SELECT author_id FROM thread_messages WHERE thread_id = ? AND author_id IS NOT NULL`,
    threadId,
    threadId,
  );
  return new Set(rows.map((row) => row.id));
}
