import { type Client, pathSegment } from '../../client/client.js';
import { resolveTitled, type TitledKind } from '../../client/find/titled.js';
import { noteRows } from '../../client/notes.js';
import { toNameKey } from '../../contract/plain-letters.js';
import { type Row, rowsAt, rowsWithin, titleOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import type { Hit } from './page.js';

/** A row of a list, with the path of its web page. */
interface Listed {
  readonly row: Row;
  /** Throws a usage error for an id that would lead to another path. */
  readonly path: () => string;
}

/**
 * The web page of a wiki page, note or thread, by id, URL or title. It is always looked up in the list, because reading a thread
 * would mark it as read. Throws `not_found`, `ambiguous`, and `forbidden` if the caller may not list them.
 */
export async function titledPage(client: Client, kind: TitledKind, text: string): Promise<Hit> {
  const listed = await lists[kind](client);
  const { id } = await resolveTitled(client, { kind, text }, async () => listed.map(({ row }) => row));
  const found = listed.find(({ row }) => uuidOf(row) === id);
  if (!found) throw new TrackerError('not_found', `${kind} ${JSON.stringify(text.slice(0, 80))} not found`);
  const title = titleOf(found.row);
  const isExact = [id, title].some((name) => toNameKey(name) === toNameKey(text.trim()));
  return { page: { kind, ref: title === '' ? id : title, uuid: id, path: found.path() }, isExact };
}

const lists: Readonly<Record<TitledKind, (client: Client) => Promise<readonly Listed[]>>> = {
  page: async (client) => toListed(rowsAt(await client.call('GET /wiki'), 'pages'), 'wiki/'),
  note: async (client) => toListed(noteRows(await client.call('GET /notes/list')), 'notes/'),
  thread: threadsOf,
};

function toListed(
  rows: readonly Row[],
  folder: string,
  segment: (id: string) => string = pathSegment,
): readonly Listed[] {
  return rows.map((row) => ({ row, path: () => `${folder}${segment(uuidOf(row))}` }));
}

/** The threads of every organisation whose chat the caller may read; their URLs contain the organisation too. */
async function threadsOf(client: Client): Promise<readonly Listed[]> {
  const orgs = rowsWithin(await client.call('GET /me'), 'orgs').map(uuidOf);
  const feeds = orgs.map(async (orgId) => {
    try {
      const feed = await client.call('GET /chat/threads', { query: { orgId } });
      return toListed(rowsAt(feed, 'threads'), `chat?org=${encodeURIComponent(orgId)}&thread=`, encodeURIComponent);
    } catch (error) {
      if (error instanceof TrackerError && ['forbidden', 'not_found'].includes(error.kind)) return [];
      throw error;
    }
  });
  return (await Promise.all(feeds)).flat();
}
