import type { Hint } from '../../contract/shapes/session.js';
import { momentAfter } from '../fields/calendar.js';
import { cutText } from '../fields/fields.js';
import { type NoticeKind, resolvePreferences } from '../identity/preferences.js';
import { type Answer, type Call, type Handler, store, timestamp } from '../world.js';

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

/** What a notice is about, and where that can be seen. */
export type Target = Pick<Notice, 'entityType' | 'entityId' | 'url'>;

/**
 * Runs a handler in a transaction, so that a write is applied completely or not at all (docs/requirements.md, R78), and sends
 * the hints it caused only after the commit (docs/api.md, Events 1), so that clients that refetch on a hint find the change.
 */
export function commit(call: Call, handler: Handler): Answer {
  const { world, hints } = call;
  const answer = world.db.transaction(() => handler(call));
  // The same hint is sent once, except on public servers, and those for inboxes come last.
  const merged = new Map<string, { readonly hint: Hint; readonly userIds: Set<string> }>();
  for (const { hint, userIds } of hints) {
    const key = `${JSON.stringify(hint)}${world.shape === 'wire' ? merged.size : ''}`;
    merged.set(key, { hint, userIds: new Set([...(merged.get(key)?.userIds ?? []), ...userIds]) });
  }
  const isInbox = ({ hint }: { readonly hint: Hint }): number => (hint.type === 'inbox' ? 1 : 0);
  const inOrder = [...merged.values()].sort((one, other) => isInbox(one) - isInbox(other));
  for (const { hint, userIds } of inOrder) world.announce(userIds, hint);
  return answer;
}

/** Adds a row to the inbox of everyone who wants one, and a hint for everyone concerned. */
export function notify(call: Call, notice: Notice): void {
  const userIds = new Set(notice.to);
  userIds.delete(call.user.id);
  if (userIds.size === 0) return;
  const { entityType, entityId } = notice;
  call.hints.push({ hint: { type: 'entity', entityType, entityId }, userIds });
  const users = call.world.db.all<{ id: string; preferences: string }>(
    'SELECT id, preferences FROM users WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...userIds]),
  );
  const told = users.filter(({ id, preferences }) => wants(id, preferences, notice));
  for (const { id } of told) insertRow(call, id, notice);
  const ids = told.map(({ id }) => id);
  if (ids.length > 0) call.hints.push({ hint: { type: 'inbox' }, userIds: ids });
}

function insertRow(call: Call, userId: string, notice: Notice): void {
  const { world, user } = call;
  const newest = world.db.value<string | null>('SELECT MAX(created_at) FROM inbox WHERE user_id = ?', userId);
  const { to: _, participants: __, ...row } = notice;
  // The cursor of the feed is this time. On public servers, rows may share it (docs/api.md, How to read this page).
  const createdAt = world.shape === 'wire' ? timestamp(world) : momentAfter(world.now(), newest);
  store(world, 'inbox', { ...row, userId, actorId: user.id, createdAt });
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
