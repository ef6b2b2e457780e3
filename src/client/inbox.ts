import { isRow, keyOf, type Row, rowsAt, textOf } from '../contract/row.js';
import type { People } from '../contract/wide.js';
import type { Client } from './client.js';
import { mostPages } from './paging.js';

export interface InboxItems {
  readonly items: readonly Row[];
  readonly actors: People;
  /** Whether the feed goes on behind the last item. */
  readonly more: boolean;
}

/** The most `GET /inbox` gives at once (docs/api.md, Limits). */
const largestPage = 100;

/** Which notifications are wanted: at most `count`, perhaps only unread ones. */
export interface InboxWish {
  readonly count: number;
  readonly unread: boolean;
}

/**
 * Reads the notification feed, newest first, page by page up to `count` items, and gives each page's new ones as it comes,
 * with the people known by then. A server that gives the same cursor or an item twice cannot keep it busy for ever
 * (docs/api.md, Inbox).
 */
export async function* inboxPages(client: Client, { count, unread }: InboxWish): AsyncGenerator<InboxItems> {
  const seen = new Set<string>();
  const actors: Record<string, People[string]> = Object.create(null);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const before = seen.size;
    const page = await client.call('GET /inbox', {
      query: {
        limit: Math.min(count - before, largestPage),
        ...(unread && { filter: 'unread' as const }),
        ...(cursor && { cursor }),
      },
    });
    const fresh = rowsAt(page, 'items').filter((row) => seen.size < seen.add(keyOf(row)).size);
    if (isRow(page.actors)) Object.assign(actors, page.actors);
    const next = textOf(page.nextCursor);
    const ended = next === undefined || next === '' || cursors.has(next) || fresh.length === 0;
    const more = !ended || seen.size > count;
    yield { items: fresh.slice(0, count - before), actors, more };
    if (ended || seen.size >= count || pages >= mostPages) return;
    cursors.add(next);
    cursor = next;
  }
}

/** Reads all of `inboxPages`. */
export async function readInbox(client: Client, wish: InboxWish): Promise<InboxItems> {
  const items: Row[] = [];
  let last: InboxItems = { items, actors: {}, more: false };
  for await (const page of inboxPages(client, wish)) {
    items.push(...page.items);
    last = page;
  }
  return { ...last, items };
}
