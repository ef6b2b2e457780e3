import { groupedBy } from '../../contract/row.js';
import { excerptOf } from '../inbox/notify.js';
import { news, type PersonName } from './content.js';
import { makeRandom } from './random.js';
import { inboxReach, type Notice, type Scene } from './scene.js';

/** How many workdays the inboxes of all but the first person go back, which are seeded faster. */
const shortReach = 4;

/** How far back most of an inbox is unread (workdays). */
const unreadSince = 1.2;

/** A notification as an inbox shows it. */
type Told = Notice & { readonly time: string };

/** Inserts the inboxes from the collected notifications; no two items of an inbox have the same millisecond. */
export function seedInbox(scene: Scene): void {
  // What the service itself says is about nothing.
  const service = news.map((one) => ({ ...one, entityType: null, entityId: null }) as Notice);
  const newestFirst = [...scene.notices, ...service]
    .filter((notice) => notice.at < inboxReach && notice.to.length > 0)
    .map(({ body, ...notice }): Told => {
      const excerpt = excerptOf(body === null ? null : scene.say(body));
      return { ...notice, time: scene.calendar.ago(notice.at), body: excerpt };
    })
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
    .reverse();
  const told = newestFirst.flatMap((notice) => [...new Set(notice.to)].map((person) => ({ person, notice })));
  const isKept = ({ person, notice: { by, at } }: (typeof told)[number]): boolean =>
    person !== by && (person === 'mara' || at <= shortReach);
  const inboxes = groupedBy(told.filter(isKept), ({ person }) => person);
  for (const [person, own] of inboxes)
    insertInbox(
      scene,
      person,
      own.map(({ notice }) => notice),
    );
}

function insertInbox(scene: Scene, person: PersonName, newestFirst: readonly Told[]): void {
  const random = makeRandom(`${scene.number} inbox ${person}`);
  const now = Date.parse(scene.calendar.ago(0));
  let time = Number.POSITIVE_INFINITY;
  newestFirst.forEach(({ kind, title, body, url, ...notice }, index) => {
    time = Math.min(Date.parse(notice.time), time - 1);
    const isUnread = random.chance(notice.at <= unreadSince ? 0.8 : 0.1);
    // People read things within a few hours, and never later than now.
    const read = isUnread ? 0 : time + Math.floor(Math.min(random.next() * 20_000_000, now - time));
    scene.put('inbox', {
      ...{ id: `inbox ${person} ${index}`, user_id: person, actor_id: notice.by, kind, title, body, url },
      ...{ entity_type: notice.entityType, entity_id: notice.entityId },
      read_at: isUnread ? null : new Date(read).toISOString(),
      created_at: new Date(time).toISOString(),
    });
  });
}
