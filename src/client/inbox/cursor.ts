import { type Row, textOf } from '../../contract/row.js';

/** A page of the inbox that was read. */
export interface InboxPageRead {
  readonly page: Row;
  readonly rows: readonly Row[];
  /** How many of its rows are new. */
  readonly fresh: number;
  /** How many rows were asked for. */
  readonly limit: number;
}

export interface NextInboxPage {
  readonly cursor: string;
  /** A time that more rows share than fit on one page, so some may be missing. */
  readonly crowded: string | undefined;
}

/**
 * Gives the cursor of the next page after each page; undefined at the end. A cursor is the time of the last row, in
 * milliseconds, and the next page is strictly older, so rows with the same time would be lost (docs/api.md, Inbox). That
 * millisecond is therefore read again, and callers drop rows they have seen. If it fills a whole page, the server's own
 * cursor is used.
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

/** The warning that notifications may be missing. */
export function crowdedWarning(time: string): string {
  return `more notifications share the time ${time} than fit on one page; some may be missing`;
}

/** A cursor one millisecond newer if it is the time of the last row; otherwise the cursor itself. */
function justBefore(cursor: string, edge: string | undefined): string {
  const time = /^\d{4}-\d\d-\d\dT/.test(cursor) ? Date.parse(cursor) : Number.NaN;
  return edge !== undefined && Date.parse(edge) === time ? new Date(time + 1).toISOString() : cursor;
}
