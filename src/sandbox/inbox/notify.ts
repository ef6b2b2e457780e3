import type { Hint } from '../../contract/session.js';
import { momentAfter } from '../fields/calendar.js';
import { cutText } from '../fields/fields.js';
import { resolvePreferences } from '../identity/preference-values.js';
import type { Call, World } from '../world.js';

/** The events that add a row to inboxes. */
type NoticeKind =
  | 'taskAssigned'
  | 'taskMentioned'
  | 'taskCommented'
  | 'taskStatusChanged'
  | 'ticketCreated'
  | 'ticketAssigned'
  | 'ticketStatusChanged'
  | 'ticketMessage'
  | 'ticketMentioned'
  | 'chatMessage'
  | 'chatMentioned'
  | 'projectMentioned';

/** An event and everyone it concerns; `notify` leaves out the acting user. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly entityType: 'task' | 'ticket' | 'thread' | 'project';
  readonly entityId: string;
  readonly url: string;
  readonly title: string;
  readonly body: string | null;
  readonly to: Iterable<string>;
  /** People who take part: customer, creator, assignees, earlier authors. For the scope `participating`. */
  readonly participants?: ReadonlySet<string>;
}

/** The hints caused by a transaction, held back until it is committed. */
export interface Outbox {
  /** What is the same is sent once, except on public servers. */
  readonly isMerged: boolean;
  readonly hints: Map<string, { readonly hint: Hint; readonly userIds: Set<string> }>;
}

/**
 * Runs `work` in a transaction and sends the hints it caused only after the commit (docs/api.md, Events 1), so that clients
 * that refetch on a hint find the change.
 */
export function commit<T>(world: World, work: (outbox: Outbox) => T): T {
  const outbox: Outbox = { isMerged: world.shape !== 'wire', hints: new Map() };
  return world.db.transaction(() => {
    const result = work(outbox);
    world.db.afterCommit(() => sendHints(world, outbox));
    return result;
  });
}

function sendHints(world: World, outbox: Outbox): void {
  const isInbox = ({ hint }: { readonly hint: Hint }): number => (hint.type === 'inbox' ? 1 : 0);
  const hints = [...outbox.hints.values()].sort((one, other) => isInbox(one) - isInbox(other));
  for (const { hint, userIds } of hints) world.announce(userIds, hint);
}

/** Keeps a hint for these people. */
export function addHint({ isMerged, hints }: Outbox, hint: Hint, userIds: Iterable<string>): void {
  const key = `${JSON.stringify(hint)}${isMerged ? '' : hints.size}`;
  hints.set(key, { hint, userIds: new Set([...(hints.get(key)?.userIds ?? []), ...userIds]) });
}

/** Adds a row to the inbox of everyone who wants one, and a hint for everyone concerned. */
export function notify(call: Call, outbox: Outbox, notice: Notice): void {
  const userIds = new Set(notice.to);
  userIds.delete(call.user.id);
  if (userIds.size === 0) return;
  addHint(outbox, { type: 'entity', entityType: notice.entityType, entityId: notice.entityId }, userIds);
  const users = call.world.db.all<{ id: string; preferences: string }>(
    'SELECT id, preferences FROM users WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...userIds]),
  );
  const told = users.filter(({ id, preferences }) => wants(id, preferences, notice));
  for (const { id } of told) insertRow(call, id, notice);
  const ids = told.map(({ id }) => id);
  if (ids.length > 0) addHint(outbox, { type: 'inbox' }, ids);
}

function insertRow(call: Call, userId: string, notice: Notice): void {
  const { world, user } = call;
  const newest = world.db.get<{ at: string | null }>(
    'SELECT MAX(created_at) AS at FROM inbox WHERE user_id = ?',
    userId,
  )?.at;
  world.db.insert('inbox', {
    id: world.newId(),
    user_id: userId,
    kind: notice.kind,
    title: notice.title,
    body: notice.body,
    url: notice.url,
    actor_id: user.id,
    entity_type: notice.entityType,
    entity_id: notice.entityId,
    // The cursor of the feed is this time. On public servers, rows may share it (docs/api.md, How to read this page).
    created_at: world.shape === 'wire' ? world.now().toISOString() : momentAfter(world.now(), newest),
  });
}

const scopes: Partial<Record<NoticeKind, 'tickets' | 'chat'>> = {
  ticketCreated: 'tickets',
  ticketMessage: 'tickets',
  ticketStatusChanged: 'tickets',
  chatMessage: 'chat',
};

/** Whether the user gets a row: not if it is switched off for the app or outside the scope chosen for tickets or chat. */
function wants(userId: string, stored: string, notice: Notice): boolean {
  const { notifications, notificationScope } = resolvePreferences(stored);
  if (notifications[notice.kind]?.inApp === false) return false;
  const area = scopes[notice.kind];
  const scope = area ? notificationScope[area] : 'all';
  if (scope === 'mentions') return false;
  return scope === 'all' || notice.participants?.has(userId) === true;
}

const longestExcerpt = 280;

/** The start of a text, as an inbox row shows it; null if there is none. */
export function excerptOf(text: string | null): string | null {
  return text === null ? null : cutText(flattenMentions(text), longestExcerpt);
}

// The bounded lengths keep matching linear in texts with many unclosed brackets.
const mention = /@\[([^\]]{1,200})\]\(([^)]{1,200})\)/g;
const reference = /~\[([^\]]{1,200})\]\(([^)]{1,200})\)/g;

/** The users that a text mentions as `@[Name](userId)`. */
export function mentionedUsers(text: string): Set<string> {
  return new Set([...text.matchAll(mention)].map((match) => match[2] ?? ''));
}

/** The text as an inbox shows it: mentions become `@Name`, references only their text. */
export function flattenMentions(text: string): string {
  return text.replace(mention, '@$1').replace(reference, '$1');
}
