import type { Attachment } from '../../contract/attachment.js';
import type { ThreadMessage } from '../../contract/chat.js';
import { momentAfter } from '../fields/calendar.js';
import { filesJson, storeFiles } from '../files/store.js';
import type { Call, World } from '../world.js';

/** A chat thread as stored; `tagIds` is JSON text. */
export interface ThreadRecord {
  readonly id: string;
  readonly orgId: string;
  readonly title: string | null;
  readonly status: string;
  readonly tagIds: string;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const select = `SELECT id, org_id AS orgId, title, status, tag_ids AS tagIds, created_by AS createdBy,
  created_at AS createdAt, updated_at AS updatedAt FROM threads`;

/** The thread with this database id; undefined if unknown. */
export function findThread(world: World, id: string): ThreadRecord | undefined {
  return world.db.get<ThreadRecord>(`${select} WHERE id = ?`, id);
}

/** The threads of an organisation, oldest first. */
export function listThreads(world: World, orgId: string): ThreadRecord[] {
  return world.db.all<ThreadRecord>(`${select} WHERE org_id = ? ORDER BY created_at, sequence`, orgId);
}

/** The messages of some threads by thread id, oldest first. */
export function readThreadMessages(world: World, threadIds: readonly string[]): Map<string, ThreadMessage[]> {
  const rows = world.db.all<{ threadId: string; meta: string | null; files: string }>(
    `SELECT m.id, thread_id AS threadId, author_id AS authorId, body, kind, meta, m.created_at AS createdAt,
       edited_at AS editedAt, ${filesJson('message', 'm.id')} AS files
     FROM thread_messages m WHERE thread_id IN (SELECT value FROM json_each(?))
     ORDER BY thread_id, m.created_at, m.sequence`,
    JSON.stringify(threadIds),
  );
  const messages = new Map<string, ThreadMessage[]>(threadIds.map((id) => [id, []]));
  for (const row of rows) {
    // Both are JSON of this sandbox, so they have these shapes.
    const meta = row.meta === null ? null : (JSON.parse(row.meta) as { event: string });
    messages.get(row.threadId)?.push({ ...row, meta, files: JSON.parse(row.files) as Attachment[] });
  }
  return messages;
}

/** Adds a message by the caller, with the files of the request, and marks it as read by its author. Returns its id. */
export function insertThreadMessage(call: Call, thread: { id: string; orgId: string }, body: string): string {
  const { world, user } = call;
  const id = world.newId();
  // Strictly after the times others have read the thread, or it would never count as unread.
  const now = momentAfter(world.now(), lastMessageAt(world, thread.id));
  world.db.run(
    'INSERT INTO thread_messages (id, thread_id, author_id, body, created_at) VALUES (?, ?, ?, ?, ?)',
    id,
    thread.id,
    user.id,
    body,
    now,
  );
  world.db.run('UPDATE threads SET updated_at = ? WHERE id = ?', now, thread.id);
  storeFiles(call, { entityType: 'message', entityId: id, orgId: thread.orgId, projectId: null });
  markThreadRead(world, thread.id, user.id);
  return id;
}

function lastMessageAt(world: World, threadId: string): string | null {
  const row = world.db.get<{ at: string | null }>(
    'SELECT MAX(created_at) AS at FROM thread_messages WHERE thread_id = ?',
    threadId,
  );
  return row?.at ?? null;
}

/** Marks everything now in the thread as read. */
export function markThreadRead(world: World, threadId: string, userId: string): void {
  world.db.run(
    `INSERT INTO thread_reads (thread_id, user_id, read_at) VALUES (?, ?, ?)
     ON CONFLICT (thread_id, user_id) DO UPDATE SET read_at = excluded.read_at`,
    threadId,
    userId,
    lastMessageAt(world, threadId) ?? world.now().toISOString(),
  );
}

/** The threads of an organisation whose last message is newer than the user's read mark, or that the user has never read. */
export function unreadThreads(world: World, orgId: string, userId: string): string[] {
  const rows = world.db.all<{ id: string }>(
    `SELECT t.id FROM threads t JOIN thread_messages m ON m.thread_id = t.id
       LEFT JOIN thread_reads r ON r.thread_id = t.id AND r.user_id = ?
     WHERE t.org_id = ? GROUP BY t.id HAVING MAX(m.created_at) > COALESCE(MAX(r.read_at), '')
     ORDER BY t.created_at, t.sequence`,
    userId,
    orgId,
  );
  return rows.map((row) => row.id);
}
