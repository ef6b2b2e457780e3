import type { Thread, ThreadMessage } from '../contract/shapes/chat.js';
import { allow, noSuch, outOfSight, readAccess } from './access/access.js';
import { readersOfChat } from './access/notified.js';
import { momentAfter } from './fields/calendar.js';
import { readRequiredText } from './fields/fields.js';
import { filesJson, storeFiles } from './files.js';
import { peopleOf } from './identity/people.js';
import { excerptOf, mentionedUsers, notify } from './inbox/notify.js';
import { columns, exceptWire, type FieldsOf, list, object, readList, value } from './store/json.js';
import { type Call, created, type Handlers, ok, Refusal, showPlainIds, store, timestamp, type World } from './world.js';

export const chatHandlers = {
  /** The threads of an organisation, oldest first, with its tags and the ids of threads the caller has not read. */
  'GET /chat/threads'(call) {
    const { world, user, query } = call;
    const orgId = query.get('orgId')?.trim() ?? '';
    if (orgId === '') throw new Refusal(400, 'orgId is required.');
    requireChat(call, orgId, 'org.chat.read');
    if (world.shape !== 'wire' && !orgExists(call, orgId)) throw noSuch('organisation');
    const rows = list(object(thread, world.shape), 'threads t WHERE t.org_id = ?', 't.created_at, t.sequence');
    const threads = readList<Thread>(world, rows, orgId);
    const authors = threads.flatMap(({ messages }) => (messages ?? []).map((message) => message.authorId ?? null));
    return ok({
      threads,
      tags: world.db.all('SELECT id, label, color FROM thread_tags WHERE org_id = ? ORDER BY label, id', orgId),
      authors: peopleOf(world, [...authors, ...threads.map((thread) => thread.createdBy ?? null)]),
      unreadThreadIds: unreadThreads(world, orgId, user.id),
    });
  },
  /** Opens a thread with its first message, which its author has read. */
  'POST /chat/threads'(call) {
    const { world, user } = call;
    const fields = call.body;
    const orgId = readRequiredText(fields, 'orgId');
    const title = readRequiredText(fields, 'title');
    const body = readRequiredText(fields, 'body');
    requireChat(call, orgId, 'org.chat.post');
    if (!orgExists(call, orgId)) throw new Refusal(400, 'orgId names an organisation that does not exist.');
    const id = store(world, 'threads', { orgId, title, createdBy: user.id, updatedAt: timestamp(world) });
    const thread = { id, orgId, title };
    insertThreadMessage(call, thread, body);
    notifyThread(call, thread, body);
    return created(world.shape === 'wire' ? { threadId: id } : { id });
  },
  /** The messages of a thread, oldest first; reading them marks the thread as read. */
  'GET /chat/threads/:id'(call) {
    const { world, user } = call;
    const thread = requireThread(call);
    markThreadRead(world, thread.id, user.id);
    const messages = readList<ThreadMessage>(world, messagesOf('?'), thread.id);
    const authorIds = messages.map((message) => message.authorId ?? null);
    return ok({
      thread: { ...showPlainIds(thread.id, world.shape), title: thread.title, orgId: thread.orgId },
      messages,
      authors: peopleOf(world, authorIds),
    });
  },
  'POST /chat/threads/:id/messages'(call) {
    const body = readRequiredText(call.body, 'body');
    const thread = requireThread(call);
    requireChat(call, thread.orgId, 'org.chat.post');
    const id = insertThreadMessage(call, thread, body);
    notifyThread(call, thread, body);
    return created({ id });
  },
} satisfies Handlers;

/** The thread `call.id`. @throws Refusal if it is unknown or not visible. */
function requireThread(call: Call): ThreadRecord {
  const { world, id } = call;
  const thread = world.db.get<ThreadRecord>('SELECT id, org_id AS orgId, title FROM threads WHERE id = ?', id);
  if (!thread) throw noSuch('thread');
  if (!readAccess(call).mayInOrg(thread.orgId, 'org.chat.read')) throw outOfSight(noSuch('thread'));
  return thread;
}

function requireChat(call: Call, orgId: string, permission: 'org.chat.read' | 'org.chat.post'): void {
  const what = permission === 'org.chat.read' ? 'read' : 'post in';
  allow(readAccess(call).mayInOrg(orgId, permission), `${what} this organisation's chat`);
}

function orgExists({ world }: Call, orgId: string): boolean {
  return world.db.get('SELECT 1 FROM orgs WHERE id = ?', orgId) !== undefined;
}

/** Notifies the organisation's chat readers and the staff of a message; people mentioned are notified of the mention instead. */
function notifyThread(call: Call, thread: ThreadRecord, body: string): void {
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
  notify(call, { ...notice, kind: 'chatMentioned', to: readers.filter((id) => mentioned.has(id)) });
  notify(call, { ...notice, kind: 'chatMessage', to: readers.filter((id) => !mentioned.has(id)) });
}

function readParticipants({ world }: Call, threadId: string): Set<string> {
  const people = world.db.texts(
    `SELECT created_by FROM threads WHERE id = ? AND created_by IS NOT NULL
     UNION SELECT author_id FROM thread_messages WHERE thread_id = ? AND author_id IS NOT NULL`,
    threadId,
    threadId,
  );
  return new Set(people);
}

interface ThreadRecord {
  readonly id: string;
  readonly orgId: string;
  readonly title: string | null;
}

/** The JSON of a message `m` (see store/json.ts). */
const message = object({
  ...columns('m', 'id threadId authorId body kind'),
  meta: "coalesce(m.meta, 'null')",
  ...columns('m', 'createdAt editedAt'),
  files: filesJson('message', 'm.id'),
} satisfies FieldsOf<ThreadMessage>);

/** The JSON of the messages of a thread whose id is the SQL `threadId`, oldest first. */
function messagesOf(threadId: string): string {
  return list(message, `thread_messages m WHERE m.thread_id = ${threadId}`, 'm.created_at, m.sequence');
}

/** The fields of a thread `t`. */
const thread = {
  ...columns('t', 'id title status createdBy createdAt updatedAt'),
  uuid: exceptWire(value('t.id')),
  tagIds: 't.tag_ids',
  messages: messagesOf('t.id'),
} satisfies FieldsOf<Thread>;

/** Adds a message by the caller, with the files of the request, and marks it as read by its author. Returns its id. */
function insertThreadMessage(call: Call, thread: ThreadRecord, body: string): string {
  const { world, user } = call;
  // Strictly after the times others have read the thread, or it would never count as unread.
  const createdAt = momentAfter(world.now(), lastMessageAt(world, thread.id));
  const id = store(world, 'thread_messages', { threadId: thread.id, authorId: user.id, body, createdAt });
  world.db.update('threads', thread.id, { updatedAt: createdAt });
  storeFiles(call, { entityType: 'message', entityId: id, orgId: thread.orgId, projectId: null });
  markThreadRead(world, thread.id, user.id);
  return id;
}

function lastMessageAt(world: World, threadId: string): string | null {
  return world.db.value('SELECT MAX(created_at) FROM thread_messages WHERE thread_id = ?', threadId) ?? null;
}

function markThreadRead(world: World, threadId: string, userId: string): void {
  const readAt = lastMessageAt(world, threadId) ?? timestamp(world);
  world.db.replace('thread_reads', { threadId, userId, readAt });
}

/** The threads of an organisation whose last message is newer than the user's read mark, or that the user has never read. */
function unreadThreads(world: World, orgId: string, userId: string): string[] {
  return world.db.texts(
    `SELECT t.id FROM threads t JOIN thread_messages m ON m.thread_id = t.id
       LEFT JOIN thread_reads r ON r.thread_id = t.id AND r.user_id = ?
     WHERE t.org_id = ? GROUP BY t.id HAVING MAX(m.created_at) > COALESCE(MAX(r.read_at), '')
     ORDER BY t.created_at, t.sequence`,
    userId,
    orgId,
  );
}
