import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { followInbox } from '../../client/inbox.js';
import { parseExactly } from '../../client/responses/exact-json.js';
import { attempt, TrackerError, usageError } from '../../contract/errors.js';
import { isRow, keyOf, type Row, rowsAt } from '../../contract/row.js';
import { readBytes, readStart } from '../../http/body/read.js';
import type { HttpRequest, Send } from '../../http/message.js';
import { toJson } from '../../output/data/json.js';

/** The most pages that are read, so that a server whose pages never end cannot keep us forever. */
const mostPages = 10_000;

/** A page with its rows and how many of them are new. */
interface PageRead {
  readonly page: Row;
  readonly rows: readonly Row[];
  readonly fresh: number;
}

/** The URL of the page after this one; undefined at the end. */
type Next = (url: URL, read: PageRead) => URL | undefined;

/** How the next page is found, by path under `/api/v1`: only two lists are paged (docs/api.md, Inbox and Projects). */
export function pagingOf(path: string | undefined, onCrowded: (time: string) => void): Next {
  if (path === '/inbox') return byCursor(onCrowded);
  if (path !== undefined && /^\/projects\/[^/]+\/activity$/.test(path)) return nextByOffset;
  throw usageError('--paginate can only be used with /inbox and /projects/ID/activity; other lists are not paged');
}

/** Asks for the largest first page, unless the URL says otherwise (docs/api.md, Limits). */
export function firstPage(url: URL, path: string | undefined): URL {
  return path === '/inbox' && !url.searchParams.has('limit') ? withParameter(url, 'limit', '100') : url;
}

function byCursor(onCrowded: (time: string) => void): Next {
  const follow = followInbox();
  return (url, read) => {
    const next = follow({ ...read, limit: Number(url.searchParams.get('limit')) || Number.POSITIVE_INFINITY });
    if (next?.crowded !== undefined) onCrowded(next.crowded);
    return next && withParameter(url, 'cursor', next.cursor);
  };
}

const nextByOffset: Next = (url, { rows, fresh }) => {
  const before = Number(url.searchParams.get('offset') ?? 0) || 0;
  return fresh === 0 ? undefined : withParameter(url, 'offset', String(before + rows.length));
};

function withParameter(url: URL, name: string, value: string): URL {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next;
}

interface Paging {
  readonly client: Client;
  readonly send: Send;
  readonly request: HttpRequest;
  readonly next: Next;
}

/**
 * The rows of all pages, each once, page by page. Ends at a page without new rows, even if it names a next one. Throws the error
 * of a refusal, and `failed` for a response without rows and for pages that never end.
 */
export async function* readPages(paging: Paging): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>();
  const asked = new Set<string>();
  let url: URL | undefined = paging.request.url;
  for (let pages = 0; url && !asked.has(url.href); pages++) {
    if (pages === mostPages) throw new TrackerError('failed', `stopped after ${mostPages} pages from ${url.host}`);
    asked.add(url.href);
    const page = await readPage({ ...paging.request, url }, paging);
    const rows = rowsAt(page, 'items');
    const fresh = rows.filter((row) => {
      const key = keyOf(row);
      return !seen.has(key) && seen.add(key);
    });
    if (fresh.length > 0) yield fresh;
    url = paging.next(url, { page, rows, fresh: fresh.length });
  }
}

async function readPage(request: HttpRequest, { client, send }: Paging): Promise<Row> {
  const reply = await send(request);
  if (reply.status < 200 || reply.status >= 300) throw await client.refused(request, reply, await readStart(reply));
  const bytes = await readBytes(reply);
  const page = attempt(() => parseExactly(new TextDecoder().decode(bytes)));
  if (isRow(page)) return page;
  throw new TrackerError(
    'failed',
    `the response from ${request.url.host} to GET ${request.url.pathname} is not a JSON object`,
  );
}

/** Prints all rows as one JSON array, or as one row per line, while pages are read. */
export async function printPages({ show, io }: Context, pages: AsyncIterable<readonly Row[]>, asLines: boolean) {
  if (asLines) {
    for await (const rows of pages) await show.text(rows.map((row) => `${toJson(row)}\n`).join(''));
    return;
  }
  if (show.choice.jq !== undefined) {
    const all: Row[] = [];
    for await (const rows of pages) for (const row of rows) all.push(row);
    return await show.text(toJson(all));
  }
  const indent = io.stdout.isTerminal ? 2 : 0;
  let isFirst = true;
  for await (const rows of pages) {
    await show.text(`${isFirst ? '[' : ','}${rows.map((row) => toJson(row, indent)).join(',')}`);
    isFirst = false;
  }
  await show.text(isFirst ? '[]\n' : ']\n');
}
