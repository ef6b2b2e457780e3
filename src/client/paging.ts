import { TrackerError } from '../contract/errors.js';
import { keyOf, rowsAt } from '../contract/row.js';
import type { Client } from './client.js';

/** The most pages read by one command, in case the server never ends the list. */
export const maxPages = 2000;

/** How many rows of a paged list were asked for, and how many were read. */
interface PageCount {
  /** The name of the list, such as `inbox`. */
  readonly noun: string;
  /** What its rows are called, such as `notifications`. */
  readonly rows: string;
  /** Infinity for all rows; undefined if the user gave no number. */
  readonly asked: number | undefined;
  readonly got: number;
  /** Whether there are more. */
  readonly more: boolean;
}

/** Throws `failed` if fewer rows were read than were asked for although there are more. */
export function requireAllAsked({ noun, rows, asked, got, more }: PageCount): void {
  if (more && asked !== undefined && got < asked)
    throw new TrackerError('failed', `the ${noun} has more than ${got} ${rows}, but no more could be read`);
}

/** A project's history from the entry at `offset`; one page if there is no count. */
interface ActivityQuery {
  readonly uuid: string;
  readonly offset: number;
  readonly count: number | undefined;
}

/**
 * Reads a project's history, newest first, from `offset` on, page by page up to `count` entries, and yields the new entries
 * of each page. The server decides the page size, and the history may grow in between: entries seen before are dropped, and
 * a page with nothing new is the last (docs/api.md, Projects). `next` is the offset of the first entry that was not read,
 * undefined at the end of the history.
 */
export async function* activityPages(client: Client, query: ActivityQuery) {
  const { uuid, count } = query;
  const seen = new Set<string>();
  let { offset } = query;
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
