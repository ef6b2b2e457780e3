import type { Client } from '../client/client.js';
import { pathSegment } from '../client/request.js';
import type { SeenMark } from '../client/state/seen.js';
import { Ambiguous, attempt, orElse, TrackerError, usageError } from '../contract/errors.js';
import { NeverRead } from '../contract/never-read.js';
import type { Reply } from '../contract/routes.js';
import {
  isReference,
  isRow,
  isUuid,
  type Row,
  refOf,
  rowAt,
  rowsAt,
  rowsOf,
  rowsWithin,
  titleOf,
  uuidOf,
} from '../contract/row.js';
import { maskUrl, quoteTyped } from '../contract/text/mask-url.js';
import { toNameKey } from '../contract/text/plain-letters.js';
import { inboxHint, lastGone, named, notThere } from './not-there.js';

const kinds: readonly EntityKind[] = ['task', 'ticket', 'project'];

/** What people call it: as remembered, or else as it is read; its id if neither works. */
export async function nameOf(client: Client, kind: string, id: string): Promise<Pick<Entity, 'ref' | 'title'>> {
  const unknown = { ref: id, title: '' };
  if (kind === 'thread')
    return { ...unknown, ref: client.index.all('threads').find(({ uuid }) => uuid === id)?.ref ?? id };
  if (!kinds.some((each) => each === kind)) return unknown;
  const known = client.index.all(`${kind as EntityKind}s`).find(({ uuid }) => uuid === id);
  return known ?? (await orElse(findEntity(client, kind as EntityKind, id), () => unknown));
}

/** What is sent to a task or ticket is based on this. */
export interface Basis {
  /** Its values, by the fields of a body, as far as they are known. */
  readonly values: Row;
  /** The end of the error for somebody's change since then. */
  readonly when?: string;
  readonly hint?: string | undefined;
  /** What its author had seen; undefined for what may be sent whatever others have done since. */
  readonly seen?: SeenMark | undefined;
  /** Whether its author had seen nothing of it; then `seen` only has when it was written. */
  readonly isUnread?: boolean;
  /** Whether its author is asked whose value counts if somebody has changed it; lists are compared as they were shown, as a whole. */
  readonly isAsked?: boolean;
}

/** An entity the user named. */
export interface EntityName {
  readonly uuid: string;
  /** Its current reference, or the uuid if it has none. */
  readonly ref: string;
}

export type EntityKind = 'task' | 'ticket' | 'project';

/** A task, ticket or project, as just read from the server. */
export interface Entity<K extends EntityKind = EntityKind> extends EntityName {
  readonly kind: K;
  /** Empty if the response has none. */
  readonly title: string;
  /** Its detail: already read if finding the entity needed it, otherwise requested on the first call. */
  readonly detail: () => Promise<Detail<K>>;
  /** What is sent to it is based on, if it was queued. */
  readonly basis?: Basis | undefined;
}

/** The path of its page in the web app, relative to the URL of the server: tasks go by reference, everything else by id. */
export function pathOf({ kind, ref, uuid }: Pick<Entity, 'kind' | 'ref' | 'uuid'>): string {
  return kind === 'task' ? `tasks?task=${encodeURIComponent(ref)}` : `${kind}s/${pathSegment(uuid)}`;
}

export type Detail<K extends EntityKind> = Reply<`GET /${K}s/:id`>;

/**
 * Finds what the user named: by reference, ignoring case, by uuid, or by a web address of this server; a project by its key
 * or whole name. The index is only a hint: the entity is read, and if its reference has changed, the entry is forgotten and
 * the reference looked up again (docs/requirements.md, R79). Throws `not_found`, `ambiguous`, or a usage error for text
 * that cannot be a reference.
 */
export async function findEntity<K extends EntityKind>(client: Client, kind: K, text: string): Promise<Entity<K>> {
  const name = readName(client, kind, text);
  return await find(client, kind, name).catch(async (error: unknown) => {
    throw (await lastGone(client, error, name)) ?? named(client, error, kind, name);
  });
}

async function find<K extends EntityKind>(client: Client, kind: K, name: string): Promise<Entity<K>> {
  if (isUuid(name)) return await readEntity(client, kind, name.toLowerCase());
  const known = await recall(client, kind, name);
  if (known) return known;
  if (kind === 'project') return await findProject(client, kind, name);
  const found = (await search(client, kind, name)).entity ?? (await scan(client, kind, name));
  if (found) return found;
  throw notThere(client, [kind], name);
}

/** The result of looking up a reference without reading a whole list. */
export interface Lookup<K extends EntityKind> {
  readonly entity?: Entity<K> | undefined;
  /** Whether finding nothing proves that there is nothing. */
  readonly isSure: boolean;
}

/** Looks up a task or ticket with a few small requests: in the index, or else by a search. */
export async function findQuickly<K extends EntityKind>(client: Client, kind: K, text: string): Promise<Lookup<K>> {
  const ref = readName(client, kind, text);
  const entity = await recall(client, kind, ref);
  return entity ? { entity, isSure: true } : await search(client, kind, ref);
}

/** The uuid or reference the user gave. Throws a usage error, in which it is called `what`, if it cannot be one of this kind. */
export function readName(client: Client, kind: EntityKind, text: string, what: string = kind): string {
  const given = stripKind(kind, text.trim());
  const name = isAddress(given) ? nameInUrl(client, kind, given, what) : given;
  if (kind === 'project' && name === '') throw usageError('the name of the project cannot be empty');
  if (kind === 'project' || isUuid(name) || isReference(name)) return name;
  throw usageError(
    `${quoteTyped(name, 80)} is not a ${what} reference`,
    inboxHint(client, name) ?? 'references look like SCM-12; a uuid or a web address works too',
  );
}

function stripKind(kind: EntityKind, text: string): string {
  const prefix = /^(task|ticket|project):/i.exec(text)?.[1]?.toLowerCase();
  if (prefix === undefined) return text;
  if (prefix !== kind) throw usageError(`${quoteTyped(text, 80)} is a ${prefix}; a ${kind} is required`);
  return text.slice(prefix.length + 1);
}

/** What a web address of a task, ticket or project of this server names, such as `task:SCM-12`; any other text as it is. */
export function withoutAddress(client: Client, text: string): string {
  const stated = isAddress(text) ? statedKind(text) : undefined;
  const kind = kinds.find((each) => each === stated);
  const name = kind && attempt(() => readName(client, kind, text));
  return name === undefined ? text : `${kind}:${name}`;
}

/** The kind given by a prefix, or by a web address: `/tickets/…`, `/tasks?task=…`. */
export function statedKind(text: string): string | undefined {
  const prefix = /^(task|ticket|project|thread|page|note):/i.exec(text)?.[1]?.toLowerCase();
  if (prefix !== undefined) return prefix;
  if (!isAddress(text) || !URL.canParse(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  if (searchParams.has('thread')) return 'thread';
  return searchParams.has('task') ? 'task' : /\/(task|ticket|project)s(?=\/|$)/.exec(pathname)?.[1];
}

export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** The uuid or reference in a web address: the last uuid in its path, or `task=`. */
function nameInUrl(client: Client, kind: EntityKind, text: string, what: string): string {
  const { url, uuid, shown } = ownAddress(client, text);
  if (uuid) return uuid;
  const named = url.searchParams.get('task');
  if (named && kind === 'task') return readName(client, kind, named, what);
  throw usageError(`${shown} is not the address of a ${what}`);
}

/** A web address of this server, with the last uuid in its path. Throws a usage error for anything else. */
export function ownAddress({ base }: Client, text: string) {
  if (!URL.canParse(text)) throw usageError('that is not a web address');
  const url = new URL(text);
  const shown = maskUrl(url).slice(0, 200);
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(base.pathname))
    throw usageError(`${shown} is not an address on ${base.href}`);
  return { url, uuid: url.pathname.split('/').reverse().find(isUuid), shown };
}

async function readEntity<K extends EntityKind>(client: Client, kind: K, uuid: string): Promise<Entity<K>> {
  let detail: Detail<K>;
  try {
    detail = await client.call(`GET /${kind}s/:id`, { id: uuid });
  } catch (error) {
    // What was read of something in it can be shown.
    const known = error instanceof NeverRead && client.index.all(`${kind}s`).find((each) => each.uuid === uuid);
    if (!known) throw error;
    const { ref, title } = known;
    return { kind, uuid, ref, title, detail: () => Promise.reject(named(client, error, kind, ref)) };
  }
  const row = rowAt(detail, kind);
  return { kind, uuid, ref: refOf(row) || uuid, title: titleOf(row), detail: async () => detail };
}

/** The entity the index has for a reference, if that is still its reference; otherwise the entry is forgotten. */
async function recall<K extends EntityKind>(client: Client, kind: K, ref: string): Promise<Entity<K> | undefined> {
  const known = client.index.find(`${kind}s`, ref);
  if (!known) return undefined;
  try {
    const entity = await readEntity(client, kind, known.uuid);
    if (isSame(entity.ref, ref)) return entity;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  client.index.forget(`${kind}s`, ref);
  return undefined;
}

/** Whether the caller cannot see anything with this uuid. A uuid from a damaged index may not even be valid. */
function isGone(error: unknown): boolean {
  return error instanceof TrackerError && (error.kind === 'usage' || [400, 403, 404].includes(error.status ?? 0));
}

/** A search returns at most this many results of a kind (docs/api.md, search results). */
const maxResults = 10;

/** Results that were cut off, or lack references, do not prove that there is no such entity. */
async function search<K extends EntityKind>(client: Client, kind: K, ref: string): Promise<Lookup<K>> {
  const results = await searchFor(client, kind, ref);
  if (results === undefined) return { entity: await findKept(client, kind, ref), isSure: false };
  const rows = rowsOf(results).filter((row) => row.type === undefined || row.type === kind);
  const isComplete =
    Array.isArray(results) && results.every(isRow) && rows.length < maxResults && rows.every(hasReference);
  return { entity: pick(client, kind, rows, ref), isSure: isComplete };
}

/** The results of a search; undefined where only what was kept can be looked at. */
async function searchFor(client: Client, kind: EntityKind, ref: string): Promise<unknown> {
  try {
    return (await client.call('GET /search', { query: { q: ref, types: kind } })).results;
  } catch (error) {
    if (error instanceof NeverRead) return undefined;
    throw error;
  }
}

/** What was read last of what had this reference, or a project this name. Throws Deleted if that was deleted here. */
async function findKept<K extends EntityKind>(client: Client, kind: K, name: string): Promise<Entity<K> | undefined> {
  const search = await (await client.memory?.store())?.find(name, [`${kind}s`]);
  try {
    const read = (search?.found ?? []).map((each) => ({ ...each.read(), uuid: each.id }));
    const [last] = read
      .filter((each) => isSame(each.ref, name) || (kind === 'project' && isSame(each.title, name)))
      .sort((one, other) => other.at.getTime() - one.at.getTime());
    const uuid = last?.uuid ?? (await client.memory?.findDeleted(`${kind}s`, name))?.uuid;
    return uuid === undefined ? undefined : await readEntity(client, kind, uuid);
  } finally {
    search?.close();
  }
}

/** All tasks or tickets that the user can see. */
export async function listAll(client: Client, kind: EntityKind): Promise<Row> {
  if (kind === 'task') return await client.call('GET /tasks', { query: { scope: 'all' } });
  return await client.call('GET /tickets', { query: { segment: 'all' } });
}

/** Searches the whole list of tasks or tickets. */
export async function scan<K extends EntityKind>(client: Client, kind: K, ref: string): Promise<Entity<K> | undefined> {
  const field = `${kind}s`;
  const reply = await listAll(client, kind);
  const found = pick(client, kind, rowsOf(reply[field]), ref);
  // Throws if the list is malformed: only a complete list shows that something is missing.
  if (!found) rowsAt(reply, field);
  return found;
}

function pick<K extends EntityKind>(client: Client, kind: K, rows: readonly Row[], ref: string): Entity<K> | undefined {
  const row = rows.find((each) => isSame(refOf(each), ref) && hasReference(each));
  return row && toEntity(client, kind, row);
}

function hasReference(row: Row): boolean {
  return uuidOf(row) !== '' && uuidOf(row) !== refOf(row);
}

function toEntity<K extends EntityKind>(client: Client, kind: K, row: Row): Entity<K> {
  const uuid = uuidOf(row);
  let detail: Promise<Detail<K>> | undefined;
  const read = (): Promise<Detail<K>> =>
    (detail ??= client.call(`GET /${kind}s/:id`, { id: uuid }).catch((error: unknown) => {
      throw named(client, error, kind, refOf(row));
    }));
  return { kind, uuid, ref: refOf(row), title: titleOf(row), detail: read };
}

async function findProject<K extends EntityKind>(client: Client, kind: K, name: string): Promise<Entity<K>> {
  let projects: readonly Row[];
  try {
    projects = rowsWithin(await client.call('GET /projects'), 'projects');
  } catch (error) {
    const kept = error instanceof NeverRead ? await findKept(client, kind, name) : undefined;
    if (!kept) throw error;
    return kept;
  }
  // A list may be cut off, like a search.
  const listed = projects.filter((row) => isCalled(row, name));
  const matches = listed.length > 0 ? listed : await searchProject(client, name);
  const [first, second] = matches;
  if (second) throw ambiguous(name, matches);
  if (first) return toEntity(client, kind, first);
  const like = projects.filter((row) => toNameKey(titleOf(row)).includes(toNameKey(name)));
  throw notThere(client, [kind], name, like.length > 0 ? `did you mean ${namesOf(like)}?` : undefined);
}

/** Whether this is the project's key, name or id, ignoring case. */
function isCalled(row: Row, name: string): boolean {
  return [refOf(row), uuidOf(row), titleOf(row)].some((each) => isSame(each, name));
}

async function searchProject(client: Client, name: string): Promise<readonly Row[]> {
  const results = await searchFor(client, 'project', name);
  const isFound = (row: Row): boolean => row.type === 'project' && uuidOf(row) !== '' && isCalled(row, name);
  return results === undefined ? [] : rowsWithin({ results }, 'results').filter(isFound);
}

function isSame(one: string, other: string): boolean {
  return toNameKey(one) === toNameKey(other);
}

function ambiguous(name: string, matches: readonly Row[]): TrackerError {
  const candidates = matches.map((row) => ({ name: `${refOf(row)} (${titleOf(row)})`, value: uuidOf(row) }));
  return new Ambiguous(`${JSON.stringify(name)} matches several: ${namesOf(matches)}`, candidates);
}

function namesOf(rows: readonly Row[]): string {
  const names = rows.slice(0, 8).map((row) => `${refOf(row)} (${titleOf(row)})`);
  return `${names.join(', ')}${rows.length > names.length ? `, and ${rows.length - names.length} more` : ''}`;
}
