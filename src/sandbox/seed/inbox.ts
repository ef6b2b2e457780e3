import { groupedBy } from '../../contract/row.js';
import { excerptOf } from '../inbox/notify.js';
import { news } from './content.js';
import { makeRandom } from './random.js';
import { inboxReach } from './said.js';
import type { Notice, Scene } from './scene.js';

/** How many workdays the inboxes of all but the first person go back, which are seeded faster. */
const shortReach = 4;

/** How far back most of an inbox is unread (workdays). */
const unreadSince = 1.2;

/** Inserts the inboxes from the collected notifications; no two items of an inbox have the same millisecond. */
export function seedInbox(scene: Scene): void {
  const newestFirst = [...scene.notices, ...(news as readonly Notice[])]
    .filter((notice) => notice.at < inboxReach)
    .map((notice) => ({ ...notice, time: Date.parse(scene.calendar.ago(notice.at)) }))
    .reverse()
    .sort((a, b) => b.time - a.time);
  const told = newestFirst.flatMap((notice) => [...new Set(notice.to)].map((person) => ({ person, notice })));
  const kept = told.filter(
    ({ person, notice: { by, at } }) => person !== by && (person === 'mara' || at <= shortReach),
  );
  for (const [person, own] of groupedBy(kept, ({ person }) => person)) {
    const random = makeRandom(`${scene.number} inbox ${person}`);
    const now = Date.parse(scene.calendar.ago(0));
    let earliest = Number.POSITIVE_INFINITY;
    own.forEach(({ notice: { kind, title, body, url, by, at, time, entityType, entityId } }, index) => {
      earliest = Math.min(time, earliest - 1);
      const isUnread = random.chance(at <= unreadSince ? 0.8 : 0.1);
      // People read things within a few hours, and never later than now.
      const read = isUnread ? null : earliest + Math.floor(Math.min(random.next() * 20_000_000, now - earliest));
      scene.put('inbox', {
        ...{ id: `inbox ${person} ${index}`, user_id: person, actor_id: by, kind, title, url },
        ...{ body: body && excerptOf(scene.say(body)), entity_type: entityType, entity_id: entityId },
        read_at: read && new Date(read).toISOString(),
        created_at: new Date(earliest).toISOString(),
      });
    });
  }
}
