import { news, type PersonName } from './content.js';
import { makeRandom } from './random.js';
import type { Notice, Scene } from './scene.js';

/** How many workdays an inbox goes back: several pages for the first person, less for the others, which are seeded faster. */
const longReach = 16;
const shortReach = 4;

/** How far back most of an inbox is unread (workdays). */
const unreadSince = 1.2;

/** A notification as an inbox shows it. */
type Told = Notice & { readonly body: string | null };

/** Inserts the inboxes from the collected notifications; no two items of an inbox have the same millisecond. */
export function seedInbox(scene: Scene): void {
  for (const { ago, ...one } of news) {
    scene.notices.push({ ...one, at: scene.calendar.ago(ago), entityType: null, entityId: null });
  }
  const [since, shortSince] = [scene.calendar.ago(longReach), scene.calendar.ago(shortReach)];
  const newestFirst = scene.notices
    .filter((notice) => notice.at >= since)
    .map((notice) => ({ ...notice, body: scene.flatten(notice.body) }))
    .sort(byTime)
    .reverse();
  const inboxes = new Map<PersonName, Told[]>();
  for (const notice of newestFirst) {
    for (const person of new Set(notice.to)) {
      if (person === notice.by || (person !== 'mara' && notice.at < shortSince)) continue;
      const inbox = inboxes.get(person);
      if (inbox) inbox.push(notice);
      else inboxes.set(person, [notice]);
    }
  }
  for (const [person, inbox] of inboxes) insertInbox(scene, person, inbox);
}

function insertInbox(scene: Scene, person: PersonName, newestFirst: readonly Told[]): void {
  const random = makeRandom(`${scene.number} inbox ${person}`);
  const unread = scene.calendar.ago(unreadSince);
  let later = Number.POSITIVE_INFINITY;
  newestFirst.forEach((notice, index) => {
    const time = Math.min(Date.parse(notice.at), later - 1);
    later = time;
    const isUnread = notice.at >= unread ? random.chance(0.8) : random.chance(0.1);
    scene.insert('inbox', {
      id: scene.id('inbox', `${person} ${index}`),
      user_id: scene.user(person),
      kind: notice.kind,
      title: notice.title,
      body: notice.body,
      url: notice.url,
      actor_id: notice.by === null ? null : scene.user(notice.by),
      entity_type: notice.entityType,
      entity_id: notice.entityId,
      read_at: isUnread ? null : readAt(scene, time, random.next()),
      created_at: new Date(time).toISOString(),
    });
  });
}

/** People read things within a few hours, and never later than now. */
function readAt(scene: Scene, time: number, share: number): string {
  const now = Date.parse(scene.calendar.ago(0));
  return new Date(time + Math.floor(Math.min(share * 20_000_000, now - time))).toISOString();
}

function byTime(a: Notice, b: Notice): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0;
}
