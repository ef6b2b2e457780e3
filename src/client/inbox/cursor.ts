import { type Row, textOf } from '../../contract/row.js';

/** A page of the inbox that was read. */
export interface InboxPageRead {
  readonly page: Row;
  readonly rows: readonly Row[];
  /** How many of its rows had not been seen before. */
  readonly fresh: number;
  /** How many rows were asked for. */
  readonly limit: number;
}

export interface NextInboxPage {
  readonly cursor: string;
  /** A time that more rows have than one page holds: some of them may be missing. */
  readonly crowded: string | undefined;
}

/**
 * Says after each page where the inbox goes on; undefined at its end. A cursor is the time of the last row, to the
 * millisecond, and the next page is strictly older, so that rows of the same time would be lost (docs/api.md, Inbox).
 * Hence that millisecond is read again, and callers drop what they have seen. Where it fills a page by itself, only the
 * server's own cursor leads on.
 */
export function followInbox(): (read: InboxPageRead) => NextInboxPage | undefined {
  const used = new Set<string>();
  let last: string | undefined;
  let longest = 0;
  return ({ page, rows, fresh, limit }) => {
    const sent = textOf(page.nextCursor);
    if (sent === undefined || sent === '') return undefined;
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

/** What is said of notifications that may be missing. */
export function crowdedWarning(time: string): string {
  return `more notifications have the time ${time} than one page holds; some of them may be missing`;
}

/** A cursor one millisecond newer, where it is the time of the last row; else the cursor itself. */
function justBefore(cursor: string, edge: string | undefined): string {
  const time = /^\d{4}-\d\d-\d\dT/.test(cursor) ? Date.parse(cursor) : Number.NaN;
  return edge !== undefined && Date.parse(edge) === time ? new Date(time + 1).toISOString() : cursor;
}
