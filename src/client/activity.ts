import { keyOf, type Row, rowsAt } from '../contract/row.js';
import type { Client } from './client.js';
import { mostPages } from './paging.js';

export interface ActivityRead {
  readonly entries: readonly Row[];
  /** The offset of the first entry that was not read; undefined where the history ended. */
  readonly next: number | undefined;
}

/** Whose history is wanted, from which entry on, and how many; without a count, one page. */
export interface ActivityWish {
  readonly uuid: string;
  readonly offset: number;
  readonly count: number | undefined;
}

/**
 * Reads a project's history, newest first, from `offset` on, page by page up to `count` entries, and gives each page's new
 * ones as it comes. How long a page is only the server knows, and the history may grow meanwhile: entries seen before are
 * dropped, and a page that brings nothing new is the last (docs/api.md, Projects).
 */
export async function* activityPages(client: Client, wish: ActivityWish): AsyncGenerator<ActivityRead> {
  const { uuid, count } = wish;
  const seen = new Set<string>();
  let { offset } = wish;
  for (let page = 0; page < mostPages; page += 1) {
    const before = seen.size;
    const reply = await client.call('GET /projects/:id/activity', { id: uuid, query: offset === 0 ? {} : { offset } });
    const rows = rowsAt(reply, 'items');
    const fresh = rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
    offset += rows.length;
    const entries = count === undefined ? fresh : fresh.slice(0, count - before);
    yield { entries, next: fresh.length === 0 ? undefined : offset - (fresh.length - entries.length) };
    if (fresh.length === 0 || count === undefined || seen.size >= count) return;
  }
}

/** Reads all of `activityPages`. */
export async function readActivity(client: Client, wish: ActivityWish): Promise<ActivityRead> {
  const entries: Row[] = [];
  let next: number | undefined;
  for await (const page of activityPages(client, wish)) {
    entries.push(...page.entries);
    next = page.next;
  }
  return { entries, next };
}
