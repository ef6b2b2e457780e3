import { text } from '../../args/flag.js';
import { kind, ref } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { resolveOrg } from '../../client/find/orgs.js';
import { resolveTitled } from '../../client/find/titled.js';
import { type Row, rowsAt, rowsWithin, titleOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';

export const threadOrgFlag = text('--org', 'look for a title in this organisation only: slug, name or id', kind('org'));

/** Which thread a person means. */
export interface ThreadWanted {
  readonly name: string;
  /** Look for a title in this organisation only. */
  readonly org: string | undefined;
  /** Set for a write, which needs the whole title. */
  readonly isWhole?: boolean;
}

export const threadArgument = {
  value: ref('threads'),
  help: 'a thread: its id, web address or title, or an unambiguous part of the title',
} as const;

/** How many organisations are asked at the same time. */
const width = 4;

/**
 * The thread that a person named: by its id, its address, or its title among the threads of `org`, else among those of all
 * organisations of the caller. The first eight characters of an id, as lists show them, do as well. Throws `not_found`, or
 * `ambiguous` with the candidates.
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

/** Those called exactly this, else the one thread whose id begins like this, under that name; else all of them. */
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
  const found: Row[] = [];
  const refused: TrackerError[] = [];
  for (let at = 0; at < ids.length; at += width) {
    const answers = ids.slice(at, at + width).map((id) => threadsOf(client, id).catch(keepRefusal));
    for (const answer of await Promise.all(answers))
      if (answer instanceof TrackerError) refused.push(answer);
      else found.push(...answer);
  }
  // Where no organisation lets the caller into its chat, that is the answer.
  const [first] = refused;
  if (first && refused.length === ids.length) throw first;
  return found;
}

async function threadsOf(client: Client, orgId: string): Promise<readonly Row[]> {
  return rowsAt(await client.call('GET /chat/threads', { query: { orgId } }), 'threads');
}

/** An organisation whose chat the caller may not read is passed over. */
function keepRefusal(error: unknown): TrackerError {
  if (error instanceof TrackerError && ['forbidden', 'not_found'].includes(error.kind)) return error;
  throw error;
}
