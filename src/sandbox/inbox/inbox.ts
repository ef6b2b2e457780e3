import type { InboxItem } from '../../contract/shapes/inbox.js';
import type { Condition } from '../access/access.js';
import type { Fields } from '../fields/fields.js';
import { peopleOf } from '../identity/people.js';
import { type Handlers, ok, Refusal, timestamp, type World } from '../world.js';

export const inboxHandlers = {
  /** The feed, newest first; `limit` is clamped to 1–100, the cursor is the time of the last item (docs/api.md, Limits). */
  'GET /inbox'({ world, user, query }) {
    const limit = readLimit(query.get('limit'));
    const rows = world.db.all<ItemRow>(
      `SELECT id, kind, title, body, url, actor_id AS actorId, entity_type AS entityType, entity_id AS entityId,
         read_at AS readAt, created_at AS createdAt
       FROM inbox WHERE user_id = ? AND created_at < ? AND (? = 0 OR read_at IS NULL)
       ORDER BY created_at DESC, sequence DESC LIMIT ?`,
      user.id,
      readCursor(query.get('cursor')) ?? afterEverything,
      query.get('filter') === 'unread' ? 1 : 0,
      limit + 1,
    );
    const items = rows.slice(0, limit);
    const actorIds = items.map((item) => item.actorId);
    return ok({
      items,
      actors: peopleOf(world, actorIds),
      nextCursor: rows.length > limit ? (items.at(-1)?.createdAt ?? null) : null,
    });
  },
  'GET /inbox/badge': ({ world, user }) => ok({ unread: countUnread(world, user.id) }),
  /** Marks the caller's items as read and notifies their other open clients. Succeeds even if nothing matches. */
  'POST /inbox/read'({ world, user, body, hints }) {
    const selection = readSelection(body);
    if (!selection) {
      const message = 'The body must be {all: true}, {id}, or {entityType, entityId} of a task, ticket or thread.';
      // The one refusal that public servers send as `error`.
      return { status: 400, body: world.shape === 'wire' ? { error: message } : { message } };
    }
    const { condition, values } = selection;
    world.db.run(
      `UPDATE inbox SET read_at = ? WHERE user_id = ? AND read_at IS NULL AND ${condition}`,
      timestamp(world),
      user.id,
      ...values,
    );
    hints.push({ hint: { type: 'inbox' }, userIds: [user.id] });
    return ok({ ok: true });
  },
} satisfies Handlers;

const defaultLimit = 30;
const maxItems = 100;

type ItemRow = InboxItem & { readonly createdAt: string; readonly actorId: string | null };

/** Anything but a number counts as absent; a fraction is refused with 400 (docs/api.md, Inbox). */
function readLimit(text: string | null): number {
  const limit = Number(text?.trim() || defaultLimit);
  if (Number.isNaN(limit)) return defaultLimit;
  if (limit % 1 !== 0 && Number.isFinite(limit)) throw new Refusal(400, 'limit must be a whole number.', 500);
  return Math.min(Math.max(limit, 1), maxItems);
}

/** Sorts after every ISO time. */
const afterEverything = '~';

/** The cursor in the format of stored times; undefined if it is not a time. */
function readCursor(text: string | null): string | undefined {
  const date = new Date(text ?? '');
  if (Number.isNaN(date.getTime())) return undefined;
  const moment = date.toISOString();
  return moment.length === 24 ? moment : undefined;
}

/** How many items of a user's inbox are unread. */
export function countUnread(world: World, userId: string): number {
  return world.db.value('SELECT COUNT(*) FROM inbox WHERE user_id = ? AND read_at IS NULL', userId) ?? 0;
}

const readableTypes = ['task', 'ticket', 'thread'];

function readSelection({ all, id, entityType, entityId }: Fields): Condition | undefined {
  if (all === true) return { condition: '1', values: [] };
  if (typeof id === 'string' && id !== '') return { condition: 'id = ?', values: [id] };
  const isEntity = typeof entityType === 'string' && readableTypes.includes(entityType);
  if (isEntity && typeof entityId === 'string' && entityId !== '') {
    return { condition: 'entity_type = ? AND entity_id = ?', values: [entityType, entityId] };
  }
  return undefined;
}
