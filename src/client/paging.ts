import { TrackerError } from '../contract/errors.js';
import { keyOf, rowsAt } from '../contract/row.js';
import type { Client } from './client.js';

/** The most pages read by one command, in case the server never ends the list. */
export const maxPages = 2000;

/**
 * Throws `failed` if fewer rows of a list such as `inbox` were read than were asked for (Infinity for all; undefined if the user gave no
 * number) although there are more.
 */
export function requireAllAsked(
  list: string,
  rows: string,
  { asked, got, more }: { readonly asked: number | undefined; readonly got: number; readonly more: boolean },
): void {
  if (more && asked !== undefined && got < asked)
    throw new TrackerError('failed', `the ${list} has more than ${got} ${rows}, but no more could be read`);
}

/**
 * Reads a project's history, newest first, from `offset` on, page by page up to `count` entries (default: one page), and yields the
 * new entries of each page. The server decides the page size, and the history may grow in between: entries seen before are dropped,
 * and a page with nothing new is the last (docs/api.md, Projects). `next` is the offset of the first entry that was not read,
 * undefined at the end of the history.
 */
export async function* activityPages(
  client: Client,
  { uuid, count, ...from }: { readonly uuid: string; readonly offset: number; readonly count: number | undefined },
) {
  const seen = new Set<string>();
  let { offset } = from;
  for (let page = 0; page < maxPages; page += 1) {
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
