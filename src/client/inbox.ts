import { TrackerError, unreadWords, usageError } from '../contract/errors.js';
import { NeverRead } from '../contract/never-read.js';
import { firstName, isRow, isUuid, keyOf, type Row, rowsAt, textOf, titleOf } from '../contract/row.js';
import type { People } from '../contract/shapes/wide.js';
import type { Client } from './client.js';
import { maxPages } from './paging.js';

interface InboxItems {
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
export interface InboxSelection {
  readonly count: number;
  readonly unread: boolean;
}

/**
 * Reads the inbox, newest first, page by page up to `count` items, and yields the new items of each page with the people
 * known so far. A server that repeats cursors or items cannot keep it busy forever (docs/api.md, Inbox).
 */
export async function* inboxPages(client: Client, { count, unread }: InboxSelection): AsyncGenerator<InboxItems> {
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
export async function readInbox(client: Client, query: InboxSelection): Promise<InboxItems> {
  const items: Row[] = [];
  let last: InboxItems = { items, actors: {}, more: false, crowded: [] };
  for await (const page of inboxPages(client, query)) {
    for (const item of page.items) items.push(item);
    last = page;
  }
  return { ...last, items };
}

interface InboxSlice {
  readonly page: Row;
  readonly rows: readonly Row[];
  /** How many of its rows are new. */
  readonly fresh: number;
  /** How many rows were asked for. */
  readonly limit: number;
}

/**
 * Gives the cursor of the next page after each page; undefined at the end. A cursor is the time of the last row, in
 * milliseconds, and the next page is strictly older, so rows with the same time would be lost (docs/api.md, Inbox). That
 * millisecond is therefore read again, and callers drop rows they have seen. If it fills a whole page, the server's own
 * cursor is used, and the time is `crowded`: more rows share it than fit on one page, so some may be missing.
 */
export function followInbox() {
  const used = new Set<string>();
  let last: string | undefined;
  let longest = 0;
  return ({ page, rows, fresh, limit }: InboxSlice) => {
    const sent = firstName(page, ['nextCursor']);
    if (sent === '') return undefined;
    const edge = textOf(rows.at(-1)?.createdAt);
    const again = justBefore(sent, edge);
    const isStuck = again !== sent && again === last;
    const cursor = isStuck ? sent : again;
    if (used.has(cursor) || (fresh === 0 && !isStuck)) return undefined;
    used.add(cursor);
    last = cursor;
    longest = Math.max(longest, rows.length);
    const isFull = rows.length >= limit || (rows.length > 1 && rows.length === longest);
    return { cursor, crowded: isStuck && isFull ? edge : undefined };
  };
}

/** The warning that notifications may be missing. */
export function crowdedWarning(time: string): string {
  return `more notifications share the time ${time} than fit on one page; some may be missing`;
}

/**
 * Gives, at each call, the notifications that have come since the last one, the oldest first, and some that are older; the first
 * call only sees what is there. Nothing is lost if a call fails: the next one gives it.
 */
export function followNews(client: Client) {
  const seen = new Set<string>();
  /** Whatever is as old as this was there before. */
  let floor: number | undefined;
  const isKnown = (row: Row): boolean => seen.has(keyOf(row)) || timeOf(row) <= (floor ?? 0);
  return async () => {
    const fresh: Row[] = [];
    let known: People = {};
    let older: readonly Row[] = [];
    for await (const { items, actors, more } of inboxPages(client, {
      count: Number.POSITIVE_INFINITY,
      unread: false,
    })) {
      known = actors;
      const oldest = items.at(-1);
      if (floor === undefined) {
        for (const item of items) seen.add(keyOf(item));
        older = items;
        floor = more && oldest ? timeOf(oldest) : Number.NEGATIVE_INFINITY;
        break;
      }
      for (const item of items) if (!isKnown(item)) fresh.push(item);
      older = items.filter(isKnown);
      // The newest come first.
      if (oldest === undefined || isKnown(oldest)) break;
    }
    for (const item of fresh) seen.add(keyOf(item));
    return { items: fresh.reverse(), older, actors: known };
  };
}

/** How many notifications are searched. */
const maxSearched = 1000;

/** The shortest start of an id that is accepted; tables show eight characters. */
const shortest = 4;

/**
 * Finds notifications by id, or by the start of one as tables show it, and gives them with who caused those that were read, by user id.
 * The inbox is read once, on the first call. A whole uuid that is not among the newest thousand is accepted unchecked if there are
 * more, and has no row. Throws `not_found`, or `ambiguous` with the candidates.
 */
export function notificationFinder(client: Client) {
  let feed: ReturnType<typeof readInbox> | undefined;
  return async (text: string) => {
    const wanted = text.trim().toLowerCase();
    if (wanted.length < shortest) throw usageError(`${JSON.stringify(text)} is too short for a notification id`);
    feed ??= readInbox(client, { count: maxSearched, unread: false });
    const { items, actors, more } = await feed;
    const idOf = (row: Row): string => (textOf(row.id) ?? '').toLowerCase();
    const exact = items.filter((row) => idOf(row) === wanted);
    const matches = exact.length > 0 ? exact : items.filter((row) => idOf(row).startsWith(wanted));
    const [first, second] = matches;
    if (second && exact.length === 0) throw severalFit(text, matches);
    if (first) return { id: textOf(first.id) ?? wanted, row: first, actors };
    if (more && isUuid(wanted)) return { id: wanted, row: undefined, actors };
    const instead = client.memory?.instead();
    const command = `tracker ${client.memory?.flags ?? ''}inbox`;
    if (instead)
      throw new NeverRead(unreadWords(`notification ${text.slice(0, 80)}`, command), { failure: instead.why });
    throw new TrackerError('not_found', `there is no notification ${text.slice(0, 80)} in your inbox`);
  };
}

/** A cursor one millisecond newer if it is the time of the last row; otherwise the cursor itself. */
function justBefore(cursor: string, edge: string | undefined): string {
  const time = /^\d{4}-\d\d-\d\dT/.test(cursor) ? Date.parse(cursor) : Number.NaN;
  return edge !== undefined && Date.parse(edge) === time ? new Date(time + 1).toISOString() : cursor;
}

function timeOf(row: Row): number {
  return Date.parse(textOf(row.createdAt) ?? '');
}

function severalFit(text: string, matches: readonly Row[]): TrackerError {
  const names = matches.slice(0, 8).map((row) => `${textOf(row.id) ?? ''} (${titleOf(row)})`);
  return new TrackerError('ambiguous', `${JSON.stringify(text.slice(0, 80))} matches several: ${names.join(', ')}`, {
    hint: 'give more of the id',
  });
}
