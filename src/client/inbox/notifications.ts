import { isRow, type Row, textOf, titleOf } from '../../contract/row.js';
import { TrackerError, usageError } from '../../errors.js';
import type { Client } from '../client.js';
import { readInbox } from './inbox.js';

/** A notification a person named. */
export interface FoundNotification {
  readonly id: string;
  /** Undefined for one that the feed, as far as it was read, does not hold. */
  readonly title: string | undefined;
  readonly isRead: boolean;
}

/** How far back a notification is looked for. */
const farthest = 1000;

/** The shortest start of an id that names it; tables show eight characters. */
const shortest = 4;

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds notifications by id, or by the start of one as tables show it; the feed is read once, when the first is asked for.
 * A whole uuid that is not among the newest thousand is taken as it is where the feed goes on behind them. Throws
 * `not_found`, or `ambiguous` with the candidates.
 */
export function notificationFinder(client: Client): (text: string) => Promise<FoundNotification> {
  let feed: ReturnType<typeof readInbox> | undefined;
  return async (text) => {
    const wanted = text.trim().toLowerCase();
    if (wanted.length < shortest) throw usageError(`${JSON.stringify(text)} is too short for the id of a notification`);
    feed ??= readInbox(client, { count: farthest, unread: false });
    const { items, more } = await feed;
    const idOf = (row: Row): string => (textOf(row.id) ?? '').toLowerCase();
    const exact = items.filter((row) => idOf(row) === wanted);
    const matches = exact.length > 0 ? exact : items.filter((row) => idOf(row).startsWith(wanted));
    const [first, second] = matches;
    if (second && exact.length === 0) throw severalFit(text, matches);
    if (isRow(first))
      return { id: textOf(first.id) ?? wanted, title: titleOf(first), isRead: Boolean(textOf(first.readAt)) };
    if (more && uuidPattern.test(wanted)) return { id: wanted, title: undefined, isRead: false };
    throw new TrackerError('not_found', `there is no notification ${text.slice(0, 80)} in your inbox`);
  };
}

function severalFit(text: string, matches: readonly Row[]): TrackerError {
  const names = matches.slice(0, 8).map((row) => `${textOf(row.id) ?? ''} (${titleOf(row)})`);
  return new TrackerError('ambiguous', `${JSON.stringify(text.slice(0, 80))} fits several: ${names.join(', ')}`, {
    hint: 'give more of the id',
  });
}
