import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { crowdedWarning, followInbox } from '../../client/inbox.js';
import { decode, parse } from '../../client/responses/read-reply.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { isRow, keyOf, type Row, rowsAt } from '../../contract/row.js';
import { readBytes } from '../../http/body/read.js';
import { toJson } from '../../output/data/json.js';
import { streaming } from '../showing/response-body.js';
import { apiPath } from './address.js';
import { type ApiRequest, makeRequest } from './request.js';

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

/**
 * Prints the rows of all pages, each once, while the pages are read: as one JSON array, or with `--jsonl` one per line. Throws a usage
 * error for a list that is not paged, the error of a refusal, and `failed` for a response without rows and for pages that never end.
 */
export async function paginate(context: Context, client: Client, asked: ApiRequest): Promise<void> {
  const path = apiPath(asked.url, client.base);
  const crowded: string[] = [];
  const next = nextOf(path, crowded);
  const { request } = await makeRequest(context, client, asked);
  const send = streaming(context, client);
  const read = async (url: URL): Promise<Row> => {
    const reply = await send({ ...request, url });
    if (reply.status < 200 || reply.status >= 300) throw await client.refused({ ...request, url }, reply);
    const page = await parse(decode(await readBytes(reply)));
    if (isRow(page)) return page;
    const message = `the response from ${url.host} to GET ${url.pathname} is not a JSON object`;
    throw new TrackerError('failed', message);
  };
  const isUnlimited = path === '/inbox' && !request.url.searchParams.has('limit');
  // The largest page (docs/api.md, Limits).
  const first = isUnlimited ? withParameter(request.url, 'limit', '100') : request.url;
  await printPages(context, readPages(first, read, next));
  for (const time of crowded) await context.show.warn(crowdedWarning(time));
}

/** How the next page is found, by path under `/api/v1`: only two lists are paged (docs/api.md, Inbox and Projects). */
function nextOf(path: string | undefined, crowded: string[]): Next {
  if (path === '/inbox') return byCursor(crowded);
  if (path !== undefined && /^\/projects\/[^/]+\/activity$/.test(path)) return nextByOffset;
  throw usageError('--paginate can only be used with /inbox and /projects/ID/activity; other lists are not paged');
}

function byCursor(crowded: string[]): Next {
  const follow = followInbox();
  return (url, read) => {
    const next = follow({ ...read, limit: Number(url.searchParams.get('limit')) || Number.POSITIVE_INFINITY });
    if (next?.crowded !== undefined) crowded.push(next.crowded);
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

/** The new rows of each page. Ends at a page without any, even if it names a next one. */
async function* readPages(first: URL, read: (url: URL) => Promise<Row>, next: Next): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>();
  let url: URL | undefined = first;
  for (let pages = 0; url !== undefined; pages += 1) {
    if (pages === mostPages) throw new TrackerError('failed', `stopped after ${mostPages} pages from ${url.host}`);
    const page = await read(url);
    const rows = rowsAt(page, 'items');
    const fresh = rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
    if (fresh.length > 0) yield fresh;
    url = next(url, { page, rows, fresh: fresh.length });
  }
}

async function printPages({ show, io }: Context, pages: AsyncIterable<readonly Row[]>): Promise<void> {
  const { format, jq } = show.choice;
  if (format === 'jsonl') {
    for await (const rows of pages) await show.text(rows.map((row) => `${toJson(row)}\n`).join(''));
    return;
  }
  if (jq !== undefined) {
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
