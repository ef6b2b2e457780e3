import { TrackerError, usageError } from '../../contract/errors.js';
import { isRow, isUuid, type Row, textOf, titleOf } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import type { Client } from '../client.js';
import { readInbox } from './inbox.js';

/** A notification the user named. */
export interface FoundNotification {
  readonly id: string;
  /** Undefined if it is not among those that were read. */
  readonly title: string | undefined;
  readonly isRead: boolean;
  /** As the server sent it; undefined if it is not among those that were read. */
  readonly row: Row | undefined;
  /** Who caused the notifications, by user id. */
  readonly actors: People;
}

/** How many notifications are searched. */
const maxSearched = 1000;

/** The shortest start of an id that is accepted; tables show eight characters. */
const shortest = 4;

/**
 * Finds notifications by id, or by the start of one as tables show it. The inbox is read once, on the first call. A whole
 * uuid that is not among the newest thousand is accepted unchecked if there are more. Throws `not_found`, or `ambiguous`
 * with the candidates.
 */
export function notificationFinder(client: Client): (text: string) => Promise<FoundNotification> {
  let feed: ReturnType<typeof readInbox> | undefined;
  return async (text) => {
    const wanted = text.trim().toLowerCase();
    if (wanted.length < shortest) throw usageError(`${JSON.stringify(text)} is too short for a notification id`);
    feed ??= readInbox(client, { count: maxSearched, unread: false });
    const { items, actors, more } = await feed;
    const idOf = (row: Row): string => (textOf(row.id) ?? '').toLowerCase();
    const exact = items.filter((row) => idOf(row) === wanted);
    const matches = exact.length > 0 ? exact : items.filter((row) => idOf(row).startsWith(wanted));
    const [first, second] = matches;
    if (second && exact.length === 0) throw severalFit(text, matches);
    if (isRow(first))
      return {
        id: textOf(first.id) ?? wanted,
        title: titleOf(first),
        isRead: Boolean(textOf(first.readAt)),
        row: first,
        actors,
      };
    if (more && isUuid(wanted)) return { id: wanted, title: undefined, isRead: false, row: undefined, actors };
    throw new TrackerError('not_found', `there is no notification ${text.slice(0, 80)} in your inbox`);
  };
}

function severalFit(text: string, matches: readonly Row[]): TrackerError {
  const names = matches.slice(0, 8).map((row) => `${textOf(row.id) ?? ''} (${titleOf(row)})`);
  return new TrackerError('ambiguous', `${JSON.stringify(text.slice(0, 80))} matches several: ${names.join(', ')}`, {
    hint: 'give more of the id',
  });
}
