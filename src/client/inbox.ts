import { isRow, type Row, rowsAt, textOf } from '../contract/row.js';
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

/**
 * Reads the notification feed, newest first, page by page up to `count` items. A server that gives the same cursor or an
 * item twice cannot keep it busy for ever.
 */
export async function readInbox(
  client: Client,
  { count, unread }: { readonly count: number; readonly unread: boolean },
): Promise<InboxItems> {
  const items = new Map<string, Row>();
  const actors: Record<string, People[string]> = Object.create(null);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const limit = Math.min(count - items.size, largestPage);
    const page = await client.call('GET /inbox', {
      query: { limit, ...(unread && { filter: 'unread' as const }), ...(cursor && { cursor }) },
    });
    const before = items.size;
    const rows = rowsAt(page, 'items');
    for (const row of rows) items.set(textOf(row.id) ?? JSON.stringify(row), row);
    if (isRow(page.actors)) Object.assign(actors, page.actors);
    const next = textOf(page.nextCursor);
    const ended = next === undefined || next === '' || cursors.has(next) || items.size === before;
    if (ended || items.size >= count || pages >= mostPages)
      return { items: [...items.values()].slice(0, count), actors, more: !ended || items.size > count };
    cursors.add(next);
    cursor = next;
  }
}
