import { shift } from './calendar.js';
import { type OrgName, readersOf, threadTags } from './content.js';
import { insertSaid, type Scene } from './scene.js';
import type { ThreadDraft } from './texts.js';

/** A thread, and the organisation whose it is. */
type OrgThread = ThreadDraft & { readonly org: OrgName };

/** Inserts the chat: tags, threads, messages and read marks; collects the notifications. */
export function seedChat(scene: Scene, threads: readonly OrgThread[]): void {
  for (const org of new Set(threads.map((thread) => thread.org)))
    for (const [label, color] of Object.entries(threadTags))
      scene.put('thread_tags', { id: `thread tag ${org} ${label}`, org_id: org, label, color });
  threads
    .map((thread) => shift(thread, `thread ${thread.org} ${thread.title}`))
    .sort((a, b) => (b.said[0]?.[1] ?? 0) - (a.said[0]?.[1] ?? 0))
    .forEach((thread, index) => {
      insertThread(scene, thread, `${thread.org} ${thread.title ?? index}`);
    });
}

function insertThread(scene: Scene, thread: OrgThread, name: string): void {
  const { org, tags = [], said, ticket, read = [], ...columns } = thread;
  const tag_ids = tags.map((label) => scene.id(`thread tag ${org} ${label}`));
  const [created_at = 0, updated_at = 0] = [said[0]?.[1], said.at(-1)?.[1]];
  scene.put('threads', { ...columns, id: `thread ${name}`, org_id: org, tag_ids, created_at, updated_at });
  const entityId = scene.id(`thread ${name}`);
  const url = `/chat?org=${scene.id(`org ${org}`)}&thread=${entityId}`;
  const topic = { entityType: 'thread', entityId, url, title: thread.title ?? 'Chat' } as const;
  said.forEach((message, place) => {
    const [author_id, ago, text] = message;
    const edited_at = text.length > 90 && scene.random.chance(0.3) ? ago * 0.998 : null;
    insertSaid(scene, message, {
      table: 'thread_messages',
      row: { id: `thread message ${entityId} ${place}`, thread_id: name, author_id, edited_at },
      ...{ topic, home: { org_id: org }, readers: readersOf(org) },
      kinds: ['chatMentioned', 'chatMessage'],
    });
  });
  if (ticket) insertTicketMark(scene, thread, ticket, name);
  for (const [user_id, read_at] of read) scene.put('thread_reads', { thread_id: name, user_id, read_at });
}

function insertTicketMark(
  scene: Scene,
  { said }: OrgThread,
  [ref, after]: NonNullable<ThreadDraft['ticket']>,
  name: string,
): void {
  // The ticket's own notification has its reference and subject.
  const created = scene.notices.find((notice) => notice.kind === 'ticketCreated' && notice.title.startsWith(`${ref} `));
  const subject = created?.title.slice(ref.length + 1);
  scene.put('thread_messages', {
    id: `thread message ${scene.id(`thread ${name}`)} ticket`,
    thread_id: name,
    body: `created the ticket ${ref}`,
    kind: 'system',
    meta: { event: 'ticket_created', ticketId: scene.id(`ticket ${ref}`), displayId: ref, subject },
    // Shortly after the message that caused it.
    created_at: (said[after - 1]?.[1] ?? 1) - 0.03,
  });
}
