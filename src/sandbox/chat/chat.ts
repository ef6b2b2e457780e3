import type { ThreadDetail, ThreadFeed } from '../../contract/chat.js';
import { readAccess } from '../access/access.js';
import { readersOfChat } from '../access/audience.js';
import { noSuch, outOfSight } from '../access/out-of-sight.js';
import { readRequiredText } from '../fields/fields.js';
import { peopleOf } from '../identity/people.js';
import { commit, excerptOf, mentionedUsers, notify, type Outbox } from '../inbox/notify.js';
import { type Answer, type Call, created, type Handlers, ok, Refusal, showPlainIds } from '../world.js';
import {
  findThread,
  insertThreadMessage,
  listThreads,
  markThreadRead,
  readThreadMessages,
  type ThreadRecord,
  unreadThreads,
} from './record.js';

export const chatHandlers = {
  'GET /chat/threads': getThreads,
  'POST /chat/threads': createThread,
  'GET /chat/threads/:id': getThread,
  'POST /chat/threads/:id/messages': replyToThread,
} satisfies Handlers<
  'GET /chat/threads' | 'POST /chat/threads' | 'GET /chat/threads/:id' | 'POST /chat/threads/:id/messages'
>;

/** The threads of an organisation, oldest first, with its tags and the ids of threads the caller has not read. */
function getThreads(call: Call): Answer {
  const { world, user, query } = call;
  const orgId = query.get('orgId')?.trim() ?? '';
  if (orgId === '') throw new Refusal(400, 'orgId is required.');
  requireChat(call, orgId, 'org.chat.read');
  if (world.shape !== 'wire' && !orgExists(call, orgId)) throw noSuch('organisation');
  const threads = listThreads(world, orgId);
  const messages = readThreadMessages(
    world,
    threads.map((thread) => thread.id),
  );
  const authors = [...messages.values()].flat().map((message) => message.authorId ?? null);
  const feed: ThreadFeed = {
    threads: threads.map(({ orgId: _, tagIds, ...thread }) => ({
      ...thread,
      ...showPlainIds(thread.id, world.shape),
      // Stored as a list of tag ids.
      tagIds: JSON.parse(tagIds) as string[],
      messages: messages.get(thread.id) ?? [],
    })),
    tags: world.db.all('SELECT id, label, color FROM thread_tags WHERE org_id = ? ORDER BY label, id', orgId),
    authors: peopleOf(world, [...authors, ...threads.map((thread) => thread.createdBy)]),
    unreadThreadIds: unreadThreads(world, orgId, user.id),
  };
  return ok(feed);
}

/** Opens a thread with its first message, which its author has read. */
function createThread(call: Call): Answer {
  const { world, user } = call;
  const fields = call.body;
  const orgId = readRequiredText(fields, 'orgId');
  const title = readRequiredText(fields, 'title');
  const body = readRequiredText(fields, 'body');
  requireChat(call, orgId, 'org.chat.post');
  if (!orgExists(call, orgId)) throw new Refusal(400, 'orgId names an organisation that does not exist.');
  const thread = { id: world.newId(), orgId, title };
  commit(world, (outbox) => {
    const now = world.now().toISOString();
    world.db.run(
      'INSERT INTO threads (id, org_id, title, created_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      thread.id,
      orgId,
      title,
      user.id,
      now,
      now,
    );
    insertThreadMessage(call, thread, body);
    notifyThread(call, outbox, thread, body);
  });
  return created(world.shape === 'wire' ? { threadId: thread.id } : { id: thread.id });
}

/** The messages of a thread, oldest first; reading them marks the thread as read. */
function getThread(call: Call): Answer {
  const { world, user } = call;
  const thread = requireThread(call);
  world.db.transaction(() => markThreadRead(world, thread.id, user.id));
  const messages = readThreadMessages(world, [thread.id]).get(thread.id) ?? [];
  const detail: ThreadDetail = {
    thread: { ...showPlainIds(thread.id, world.shape), title: thread.title, orgId: thread.orgId },
    messages,
    authors: peopleOf(
      world,
      messages.map((message) => message.authorId ?? null),
    ),
  };
  return ok(detail);
}

function replyToThread(call: Call): Answer {
  const { world } = call;
  const body = readRequiredText(call.body, 'body');
  const thread = requireThread(call);
  requireChat(call, thread.orgId, 'org.chat.post');
  const id = commit(world, (outbox) => {
    const messageId = insertThreadMessage(call, thread, body);
    notifyThread(call, outbox, thread, body);
    return messageId;
  });
  return created({ id });
}

/** The thread `call.id`. @throws Refusal if it is unknown or not visible. */
function requireThread(call: Call): ThreadRecord {
  const { world, user, id } = call;
  const thread = findThread(world, id);
  if (!thread) throw noSuch('thread');
  if (!readAccess(world, user.id).mayInOrg(thread.orgId, 'org.chat.read')) throw outOfSight(world, noSuch('thread'));
  return thread;
}

function requireChat({ world, user }: Call, orgId: string, permission: 'org.chat.read' | 'org.chat.post'): void {
  if (readAccess(world, user.id).mayInOrg(orgId, permission)) return;
  throw new Refusal(
    403,
    `You are not allowed to ${permission === 'org.chat.read' ? 'read' : 'post in'} this organisation's chat.`,
  );
}

function orgExists({ world }: Call, orgId: string): boolean {
  return world.db.get('SELECT 1 FROM orgs WHERE id = ?', orgId) !== undefined;
}

/**
 * Notifies the organisation's chat readers and the staff of a message; people mentioned are notified of the mention instead.
 */
function notifyThread(
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
