import type { Client } from '../client/client.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { maskUrl } from '../contract/mask-url.js';
import { toNameKey } from '../contract/plain-letters.js';
import { isUuid, type Row, rowsAt, rowsOf, rowsWithin, textOf, titleOf, uuidOf } from '../contract/row.js';
import { resolveOrg } from './people.js';

/** Things that have no reference and are named by title. */
export type TitledKind = 'page' | 'note' | 'thread';

/** What the user named. Part of a title is enough to read something; a write needs the whole title, so it sets `isWhole`. */
export interface Titled {
  readonly kind: TitledKind;
  readonly text: string;
  readonly isWhole?: boolean;
}

/**
 * The wiki page, note or thread the user named: by id, web address, title (ignoring case), a unique part of the title, or
 * the start of the id as tables show it. `list` gives the rows to search; it is called only if the text is not an id.
 * Throws `not_found`, or `ambiguous` with the candidates.
 */
export async function resolveTitled(
  client: Client,
  named: Titled,
  list: () => Promise<unknown>,
): Promise<{ readonly id: string; readonly title: string | undefined }> {
  const text = named.text.trim();
  if (text === '') throw usageError(`the name of the ${named.kind} cannot be empty`);
  if (isUuid(text)) return { id: text.toLowerCase(), title: undefined };
  if (/^https?:\/\//i.test(text)) return { id: idInUrl(client, text), title: undefined };
  const rows = rowsOf(await list());
  const wanted = toNameKey(text);
  const exact = rows.filter((row) => [uuidOf(row), titleOf(row)].some((each) => toNameKey(each) === wanted));
  const partial = rows.filter((row) => toNameKey(titleOf(row)).includes(wanted));
  const started = rows.filter((row) => startsId(row, wanted));
  const matches = [exact, named.isWhole ? [] : partial, started].find(({ length }) => length > 0) ?? [];
  const [first, second] = matches;
  if (!first && partial.length > 0) throw partOfTitle(text, partial);
  if (!first) throw new TrackerError('not_found', `there is no ${named.kind} called ${quote(text)} that you can see`);
  if (second) throw severalFit(text, matches);
  return { id: uuidOf(first), title: titleOf(first) };
}

/** Tables show the first eight characters of an id. */
function startsId(row: Row, wanted: string): boolean {
  return /^[\da-f-]{8,}$/.test(wanted) && uuidOf(row).toLowerCase().startsWith(wanted);
}

/** The last uuid in the path, or `thread=` (docs/api.md, Conventions 6). */
function idInUrl(client: Client, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw usageError('that is not a web address');
  if (url.origin !== client.base.origin || !`${url.pathname}/`.startsWith(client.base.pathname))
    throw usageError(`${maskUrl(url).slice(0, 200)} is not an address on ${client.base.href}`);
  const inPath = url.pathname.split('/').reverse().find(isUuid);
  const id = inPath ?? url.searchParams.get('thread');
  if (id) return id;
  throw usageError(`${maskUrl(url).slice(0, 200)} contains no id`);
}

function severalFit(text: string, matches: readonly Row[]): TrackerError {
  return new TrackerError('ambiguous', `${quote(text)} matches several: ${namesOf(matches)}`, {
    hint: 'give more of the title, or the id in parentheses',
  });
}

function partOfTitle(text: string, matches: readonly Row[]): TrackerError {
  return new TrackerError('ambiguous', `${quote(text)} is only part of a title: ${namesOf(matches)}`, {
    hint: 'give the whole title, or the id in parentheses',
  });
}

function namesOf(rows: readonly Row[]): string {
  const names = rows
    .slice(0, 8)
    .map((row) => `${titleOf(row)} (${[shortId(row), dateOf(row)].filter(Boolean).join(', ')})`);
  return `${names.join(', ')}${rows.length > names.length ? `, and ${rows.length - names.length} more` : ''}`;
}

/** The start of an id as tables show it, which is enough to name it. */
function shortId(row: Row): string {
  return isUuid(uuidOf(row)) ? uuidOf(row).slice(0, 8) : uuidOf(row);
}

/** When it last changed, in local time, because a title may be that of several. */
function dateOf(row: Row): string | undefined {
  const moment = new Date(textOf(row.updatedAt) ?? textOf(row.createdAt) ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : moment.toLocaleString('sv-SE').slice(0, 16);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** The thread a person means. */
export interface ThreadWanted {
  readonly name: string;
  /** The only organisation to search for a title. */
  readonly org: string | undefined;
  /** True for a write, which requires the whole title. */
  readonly isWhole?: boolean;
}

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
