import { shift } from './calendar.js';
import { type OrgName, readersOf, threadTags } from './content.js';
import { insertSaid } from './said.js';
import type { Scene } from './scene.js';
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
    .sort((a, b) => b.said[0][1] - a.said[0][1])
    .forEach((thread, index) => {
      insertThread(scene, thread, `${thread.org} ${thread.title ?? index}`);
    });
}

function insertThread(scene: Scene, { org, tags = [], said, ...columns }: OrgThread, name: string): void {
  const tag_ids = tags.map((label) => scene.id(`thread tag ${org} ${label}`));
  const [created_by, created_at] = said[0];
  const updated_at = Math.min(...said.map(([, ago]) => ago));
  const own = { id: `thread ${name}`, org_id: org, tag_ids, created_by, created_at, updated_at };
  scene.put('threads', { ...columns, ...own });
  const entityId = scene.id(`thread ${name}`);
  const url = `/chat?org=${scene.id(`org ${org}`)}&thread=${entityId}`;
  const topic = { entityType: 'thread', entityId, url, title: columns.title ?? 'Chat' } as const;
  const subject = { kind: 'thread', topic, home: { org_id: org }, readers: readersOf(org) } as const;
  said.forEach((message, place) => {
    const [, ago, text, options] = message;
    const edited_at = text.length > 90 && scene.random.chance(0.3) ? ago * 0.998 : null;
    const id = `thread message ${entityId} ${options?.meta ? 'ticket' : place}`;
    insertSaid(scene, subject, message, { id, thread_id: name, edited_at });
  });
}
