import { shiftThread } from './calendar.js';
import { type OrgName, readersOf, threadTags } from './content.js';
import { mentionedIn, type Scene } from './scene.js';
import type { ThreadDraft } from './texts.js';

/** A thread, and the organisation whose it is. */
type OrgThread = ThreadDraft & { readonly org: OrgName };

/** Inserts the chat: tags, threads, messages and read marks; collects the notifications. */
export function seedChat(scene: Scene, threads: readonly OrgThread[]): void {
  const oldestFirst = threads
    .map((thread) => ({ ...shiftThread(thread, thread.org), org: thread.org }))
    .sort((a, b) => (b.said[0]?.[1] ?? 0) - (a.said[0]?.[1] ?? 0));
  for (const org of new Set(threads.map((thread) => thread.org))) insertTags(scene, org);
  oldestFirst.forEach((thread, index) => {
    const id = scene.id('thread', `${thread.org} ${thread.title ?? index}`);
    insertThread(scene, thread, id);
    thread.said.forEach((_, place) => {
      insertMessage(scene, thread, id, place);
    });
    if (thread.ticket) insertTicketMark(scene, thread.ticket, thread, id);
    for (const [person, ago] of thread.read ?? []) {
      scene.insert('thread_reads', { thread_id: id, user_id: scene.user(person), read_at: scene.calendar.ago(ago) });
    }
  });
}

function insertTags(scene: Scene, org: OrgName): void {
  for (const [label, color] of Object.entries(threadTags)) {
    scene.insert('thread_tags', {
      id: scene.id('thread tag', `${org} ${label}`),
      org_id: scene.org(org),
      label,
      color,
    });
  }
}

function insertThread(scene: Scene, thread: OrgThread, id: string): void {
  scene.insert('threads', {
    id,
    org_id: scene.org(thread.org),
    title: thread.title === null ? null : scene.say(thread.title),
    status: thread.status ?? 'open',
    tag_ids: JSON.stringify((thread.tags ?? []).map((label) => scene.id('thread tag', `${thread.org} ${label}`))),
    created_by: scene.user(thread.by),
    created_at: scene.calendar.ago(thread.said[0]?.[1] ?? 0),
    updated_at: scene.calendar.ago(thread.said.at(-1)?.[1] ?? 0),
  });
}

function insertMessage(scene: Scene, thread: OrgThread, threadId: string, place: number): void {
  const said = thread.said[place];
  if (!said) return;
  const [by, ago, text, options] = said;
  const at = scene.calendar.ago(ago);
  const id = scene.id('thread message', `${threadId} ${place}`);
  const isEdited = text.length > 90 && scene.random.chance(0.3);
  scene.insert('thread_messages', {
    id,
    thread_id: threadId,
    author_id: scene.user(by),
    body: scene.say(text),
    kind: 'comment',
    meta: null,
    created_at: at,
    edited_at: isEdited ? scene.calendar.ago(ago * 0.998) : null,
  });
  const org = scene.org(thread.org);
  scene.attach(options?.files ?? [], { entityType: 'message', entityId: id, orgId: org, projectId: null, by, at });
  const readers = readersOf(thread.org);
  const mentioned = mentionedIn(text).filter((person) => readers.includes(person));
  const notice = {
    at,
    by,
    url: `/chat?org=${org}&thread=${threadId}`,
    entityType: 'thread',
    entityId: threadId,
    title: thread.title ?? 'Chat',
    body: text,
  } as const;
  scene.notices.push({ ...notice, kind: 'chatMentioned', to: mentioned });
  scene.notices.push({ ...notice, kind: 'chatMessage', to: readers.filter((one) => !mentioned.includes(one)) });
}

function insertTicketMark(
  scene: Scene,
  [ref, after]: NonNullable<ThreadDraft['ticket']>,
  thread: OrgThread,
  threadId: string,
): void {
  // Shortly after the message that caused it.
  const at = scene.calendar.ago((thread.said[after - 1]?.[1] ?? 1) - 0.03);
  // The ticket's own notification has its reference and subject.
  const created = scene.notices.find((notice) => notice.kind === 'ticketCreated' && notice.title.startsWith(`${ref} `));
  const subject = created?.title.slice(ref.length + 1);
  scene.insert('thread_messages', {
    id: scene.id('thread message', `${threadId} ticket`),
    thread_id: threadId,
    author_id: null,
    body: `created the ticket ${ref}`,
    kind: 'system',
    meta: JSON.stringify({ event: 'ticket_created', ticketId: scene.id('ticket', ref), displayId: ref, subject }),
    created_at: at,
    edited_at: null,
  });
}
