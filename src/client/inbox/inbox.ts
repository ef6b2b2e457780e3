import { isRow, keyOf, type Row, rowsAt } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import type { Client } from '../client.js';
import { maxPages } from '../paging.js';
import { followInbox } from './cursor.js';

export interface InboxItems {
  readonly items: readonly Row[];
  readonly actors: People;
  /** Whether there are more after the last item. */
  readonly more: boolean;
  /** Times that more items share than fit on one page, so some may be missing. */
  readonly crowded: readonly string[];
}

/** The most items `GET /inbox` returns at once (docs/api.md, Limits). */
const largestPage = 100;

/** At most `count` notifications, or only the unread ones. */
export interface InboxQuery {
  readonly count: number;
  readonly unread: boolean;
}

/**
 * Reads the inbox, newest first, page by page up to `count` items, and yields the new items of each page with the people
 * known so far. A server that repeats cursors or items cannot keep it busy forever (docs/api.md, Inbox).
 */
export async function* inboxPages(client: Client, { count, unread }: InboxQuery): AsyncGenerator<InboxItems> {
  const seen = new Set<string>();
  const actors: Record<string, People[string]> = Object.create(null);
  const follow = followInbox();
  const crowded: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const before = seen.size;
    // Later pages start with items already seen.
    const limit = cursor === undefined ? Math.min(count, largestPage) : largestPage;
    const page = await client.call('GET /inbox', {
      query: { limit, ...(unread && { filter: 'unread' as const }), ...(cursor && { cursor }) },
    });
    const rows = rowsAt(page, 'items');
    const fresh = rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
    if (isRow(page.actors)) Object.assign(actors, page.actors);
    const next = follow({ page, rows, fresh: fresh.length, limit });
    yield { items: fresh.slice(0, count - before), actors, more: next !== undefined || seen.size > count, crowded };
    if (next === undefined || seen.size >= count || pages >= maxPages) return;
    if (next.crowded !== undefined) crowded.push(next.crowded);
    cursor = next.cursor;
  }
}

/** Reads all of `inboxPages`. */
export async function readInbox(client: Client, query: InboxQuery): Promise<InboxItems> {
  const items: Row[] = [];
  let last: InboxItems = { items, actors: {}, more: false, crowded: [] };
  for await (const page of inboxPages(client, query)) {
    for (const item of page.items) items.push(item);
    last = page;
  }
  return { ...last, items };
}
