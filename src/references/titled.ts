import type { Client } from '../client/client.js';
import { eachOf } from '../client/details.js';
import { Ambiguous, TrackerError, usageError } from '../contract/errors.js';
import { isUuid, type Row, rowsAt, rowsWithin, startOfId, textOf, titleOf, uuidOf } from '../contract/row.js';
import { noteRows } from '../contract/shapes/knowledge.js';
import { toNameKey, toPlainLetters } from '../contract/text/plain-letters.js';
import { quote } from '../contract/text/unsafe-characters.js';
import { isAddress, ownAddress } from './find-entity.js';
import { isUnseen, unlessUnread } from './not-there.js';
import { resolveOrg } from './people.js';

/** Things that have no reference and are named by title. */
export type TitledKind = 'page' | 'note' | 'thread';

interface TitleQuery {
  readonly kind: TitledKind;
  readonly text: string;
  /** Part of a title is enough to read something; a write needs the whole title. */
  readonly isWhole?: boolean;
  /** The only organisation to search for the title of a thread. */
  readonly org?: string | undefined;
}

/**
 * The wiki page, note or thread the user named: by id, web address, title (ignoring case unless one fits as it is), the start of
 * the id as tables show it, or a unique part of the title, ignoring accents if nothing else matches. `list` gives the rows to
 * search; it is called only if the text is not an id. Throws `not_found`, or `ambiguous` with the candidates.
 */
export async function findTitled(
  client: Client,
  named: TitleQuery,
  list = async (): Promise<readonly Row[]> => await titledRows(client, named),
): Promise<{ readonly id: string; readonly title: string | undefined }> {
  const { kind, isWhole = false } = named;
  const text = named.text.trim();
  if (text === '') throw usageError(`the name of the ${kind} cannot be empty`);
  if (isUuid(text)) return { id: text.toLowerCase(), title: undefined };
  if (isAddress(text)) return { id: idInUrl(client, text), title: undefined };
  const row = matchTitled(await list(), { client, kind, text, isWhole });
  return { id: uuidOf(row), title: titleOf(row) || undefined };
}

/** The row with this title, by the rules of findTitled. `known` is the hint if there is none. Throws what that throws. */
export function matchTitled<R extends Row>(
  rows: readonly R[],
  { client, kind, text, isWhole = false, known }: MatchedBy,
): R {
  const wanted = toNameKey(text);
  const plain = toPlainLetters(text);
  const partial = rows.filter((row) => toNameKey(titleOf(row)).includes(wanted));
  const attempts = [
    rows.filter((row) => titleOf(row) === text),
    rows.filter((row) => [uuidOf(row), titleOf(row)].some((each) => toNameKey(each) === wanted)),
    rows.filter((row) => startsId(row, wanted)),
    isWhole ? [] : partial,
    isWhole || plain === '' ? [] : rows.filter((row) => toPlainLetters(titleOf(row)).includes(plain)),
  ];
  const matches = attempts.find(({ length }) => length > 0) ?? [];
  const [first, second] = matches;
  if (first && !second) return first;
  if (second) throw ambiguous(`${quote(text)} matches several`, matches, 'more of the title');
  if (partial.length > 0) throw ambiguous(`${quote(text)} is only part of a title`, partial, 'the whole title');
  const list = lists[kind] && `tracker ${client.memory?.flags ?? ''}${lists[kind]}`;
  const error = new TrackerError('not_found', `there is no ${kind} called ${quote(text)} that you can see`, {
    hint: known ?? list,
  });
  const unread = { name: `the ${kind} ${quote(text)}`, command: `tracker sync${flags[kind]}`, hint: known };
  throw unlessUnread(client, unread, error);
}

/** The commands that list them, where these need nothing else. */
const lists = { page: 'wiki list', note: 'notes list', thread: undefined, 'saved view': undefined };

/** The flags with which sync reads them. */
const flags = { page: ' --wiki', note: '', thread: ' --chats', 'saved view': '' };

interface MatchedBy extends Pick<TitleQuery, 'text' | 'isWhole'> {
  readonly client: Client;
  readonly kind: keyof typeof flags;
  readonly known?: string | undefined;
}

/** Tables show the first eight characters of an id. */
function startsId(row: Row, wanted: string): boolean {
  return /^[\da-f-]{8,}$/.test(wanted) && uuidOf(row).toLowerCase().startsWith(wanted);
}

/** The last uuid in the path, or `thread=` (docs/api.md, Conventions 6). */
function idInUrl(client: Client, text: string): string {
  const { url, uuid, shown } = ownAddress(client, text);
  const id = uuid ?? url.searchParams.get('thread');
  if (id) return id;
  throw usageError(`${shown} contains no id`);
}

function ambiguous(what: string, rows: readonly Row[], better: string): TrackerError {
  const candidates = rows.map((row) => ({
    name: `${titleOf(row)} (${[startOfId(uuidOf(row)), dateOf(row)].filter(Boolean).join(', ')})`,
    value: uuidOf(row),
  }));
  const names = candidates.slice(0, 8).map(({ name }) => name);
  const more = rows.length > names.length ? `, and ${rows.length - names.length} more` : '';
  return new Ambiguous(`${what}: ${names.join(', ')}${more}`, candidates, `give ${better}, or the id in parentheses`);
}

/** When it last changed, in local time, because a title may be that of several. */
function dateOf(row: Row): string | undefined {
  const moment = new Date(textOf(row.updatedAt) ?? textOf(row.createdAt) ?? '');
  return Number.isNaN(moment.getTime()) ? undefined : moment.toLocaleString('sv-SE').slice(0, 16);
}

/** All that have a title of this kind; threads those of `org` or, without it, of all the caller's organisations, with its id. */
export async function titledRows(
  client: Client,
  { kind, org }: Pick<TitleQuery, 'kind' | 'org'>,
): Promise<readonly Row[]> {
  if (kind === 'page') return rowsAt(await client.call('GET /wiki'), 'pages');
  if (kind === 'note') return noteRows(await client.call('GET /notes/list'));
  if (org !== undefined) return await threadsOf(client, await resolveOrg(client, org));
  const ids = rowsWithin(await client.call('GET /me'), 'orgs')
    .map(uuidOf)
    .filter((id) => id !== '');
  const found = new Map<string, readonly Row[]>();
  let refused: TrackerError | undefined;
  // Organisations whose chat the caller may not read are skipped.
  await eachOf(ids, 4, async (id) => {
    try {
      found.set(id, await threadsOf(client, id));
    } catch (error) {
      if (!isUnseen(error)) throw error;
      refused ??= error;
    }
  });
  // If every organisation refuses the caller, so does this.
  if (refused && found.size === 0) throw refused;
  return ids.flatMap((id) => found.get(id) ?? []);
}

async function threadsOf(client: Client, orgId: string): Promise<readonly Row[]> {
  const rows = rowsAt(await client.call('GET /chat/threads', { query: { orgId } }), 'threads');
  return rows.map((row) => ({ ...row, orgId }));
}
