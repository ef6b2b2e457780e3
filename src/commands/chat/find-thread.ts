import { text } from '../../args/flag.js';
import { kind, ref } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { resolveOrg } from '../../client/find/orgs.js';
import { resolveTitled } from '../../client/find/titled.js';
import { type Row, rowsAt, rowsWithin, titleOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';

export const threadOrgFlag = text(
  '--org',
  'search for a title only in this organisation: slug, name or id',
  kind('org'),
);

/** The thread a person means. */
export interface ThreadWanted {
  readonly name: string;
  /** The only organisation to search for a title. */
  readonly org: string | undefined;
  /** True for a write, which requires the whole title. */
  readonly isWhole?: boolean;
}

export const threadArgument = {
  value: ref('threads'),
  help: 'a thread: its id, its URL, its title or a unique part of it, or @',
} as const;

/** How many organisations are searched at a time. */
const width = 4;

/**
 * Finds a thread by its id, its URL, or its title among the threads of `org` or, without `org`, of all the caller's
 * organisations. The first eight characters of an id, as shown in lists, work too. Throws `not_found`, or `ambiguous` with the
 * candidates.
 */
export async function findThread(
  client: Client,
  { name, org, isWhole = false }: ThreadWanted,
): Promise<{ readonly id: string; readonly title: string | undefined }> {
  let rows: readonly Row[] = [];
  const list = async (): Promise<readonly Row[]> => {
    rows = await threadsWithin(client, org);
    return narrowed(rows, name);
  };
  const { id } = await resolveTitled(client, { kind: 'thread', text: name, isWhole }, list);
  const row = rows.find((each) => uuidOf(each) === id);
  return { id, title: row && (titleOf(row) || undefined) };
}

/** The threads with exactly this title; or else those whose id starts with it, given that title; or else all threads. */
function narrowed(rows: readonly Row[], name: string): readonly Row[] {
  const exact = rows.filter((row) => titleOf(row) === name.trim());
  if (exact.length > 0) return exact;
  const start = name.trim().toLowerCase();
  if (!/^[\da-f]{8}$/.test(start)) return rows;
  const matches = rows.filter((row) => uuidOf(row).toLowerCase().startsWith(start));
  return matches.length === 0 ? rows : matches.map((row) => ({ ...row, title: start }));
}

async function threadsWithin(client: Client, org: string | undefined): Promise<readonly Row[]> {
  if (org !== undefined) return await threadsOf(client, await resolveOrg(client, org));
  const ids = rowsWithin(await client.call('GET /me'), 'orgs')
    .map(uuidOf)
    .filter((id) => id !== '');
  const found: (readonly Row[])[] = [];
  const refused: TrackerError[] = [];
  for (let at = 0; at < ids.length; at += width) {
    const answers = ids.slice(at, at + width).map((id) => threadsOf(client, id).catch(keepRefusal));
    for (const answer of await Promise.all(answers))
      if (answer instanceof TrackerError) refused.push(answer);
      else found.push(answer);
  }
  // If every organisation refuses the caller, so does this.
  const [first] = refused;
  if (first && refused.length === ids.length) throw first;
  return found.flat();
}

async function threadsOf(client: Client, orgId: string): Promise<readonly Row[]> {
  return rowsAt(await client.call('GET /chat/threads', { query: { orgId } }), 'threads');
}

/** Returns a refusal instead of throwing it, so that organisations whose chat the caller may not read are skipped. */
function keepRefusal(error: unknown): TrackerError {
  if (error instanceof TrackerError && ['forbidden', 'not_found'].includes(error.kind)) return error;
  throw error;
}
