import { isRow, keyOf, type Row, rowsAt } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import type { Client } from '../client.js';
import { mostPages } from '../paging.js';
import { followInbox } from './cursor.js';

export interface InboxItems {
  readonly items: readonly Row[];
  readonly actors: People;
  /** Whether the feed goes on after the last item. */
  readonly more: boolean;
  /** Times that so many items share that some of them may be missing. */
  readonly crowded: readonly string[];
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
  const follow = followInbox();
  const crowded: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const before = seen.size;
    // Later pages begin with items that were seen.
    const limit = cursor === undefined ? Math.min(count, largestPage) : largestPage;
    const page = await client.call('GET /inbox', {
      query: { limit, ...(unread && { filter: 'unread' as const }), ...(cursor && { cursor }) },
    });
    const rows = rowsAt(page, 'items');
    const fresh = rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
    if (isRow(page.actors)) Object.assign(actors, page.actors);
    const next = follow({ page, rows, fresh: fresh.length, limit });
    yield { items: fresh.slice(0, count - before), actors, more: next !== undefined || seen.size > count, crowded };
    if (next === undefined || seen.size >= count || pages >= mostPages) return;
    if (next.crowded !== undefined) crowded.push(next.crowded);
    cursor = next.cursor;
  }
}

/** Reads all of `inboxPages`. */
export async function readInbox(client: Client, wish: InboxWish): Promise<InboxItems> {
  const items: Row[] = [];
  let last: InboxItems = { items, actors: {}, more: false, crowded: [] };
  for await (const page of inboxPages(client, wish)) {
    items.push(...page.items);
    last = page;
  }
  return { ...last, items };
}
