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
interface NextPage {
  readonly page: Row;
  readonly rows: readonly Row[];
  readonly fresh: number;
}

/** The parameter with which the page after this one is read; undefined at the end. */
type Next = (url: URL, read: NextPage) => readonly [name: string, value: string] | undefined;

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
  const first = new URL(request.url);
  // The largest page (docs/api.md, Limits).
  if (path === '/inbox' && !first.searchParams.has('limit')) first.searchParams.set('limit', '100');
  await printPages(context, readPages(first, read, next));
  for (const time of crowded) await context.show.warn(crowdedWarning(time));
}

/** How the next page is found, by path under `/api/v1`: only two lists are paged (docs/api.md, Inbox and Projects). */
function nextOf(path: string | undefined, crowded: string[]): Next {
  if (path !== undefined && /^\/projects\/[^/]+\/activity$/.test(path))
    return ({ searchParams }, { rows, fresh }) =>
      fresh === 0 ? undefined : ['offset', String((Number(searchParams.get('offset')) || 0) + rows.length)];
  if (path !== '/inbox')
    throw usageError('--paginate can only be used with /inbox and /projects/ID/activity; other lists are not paged');
  const follow = followInbox();
  return ({ searchParams }, read) => {
    const next = follow({ ...read, limit: Number(searchParams.get('limit')) || Number.POSITIVE_INFINITY });
    if (next?.crowded !== undefined) crowded.push(next.crowded);
    return next && ['cursor', next.cursor];
  };
}

/** The new rows of each page. Ends at a page without any, even if it names a next one. */
async function* readPages(url: URL, read: (url: URL) => Promise<Row>, next: Next): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>();
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await read(url);
    const rows = rowsAt(page, 'items');
    const fresh = rows.filter((row) => seen.size < seen.add(keyOf(row)).size);
    if (fresh.length > 0) yield fresh;
    const parameter = next(url, { page, rows, fresh: fresh.length });
    if (!parameter) return;
    url.searchParams.set(...parameter);
  }
  throw new TrackerError('failed', `stopped after ${mostPages} pages from ${url.host}`);
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
