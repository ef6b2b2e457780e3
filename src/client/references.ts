import { type Row, refOf, rowsOf, textOf, titleOf, uuidOf } from '../contract/row.js';
import { TrackerError, usageError } from '../errors.js';
import { maskUrl, quoteTyped } from '../http/mask-url.js';
import type { Client } from './client.js';

/** Something a person named, found: what goes into paths, and what it is called. */
export interface Found {
  readonly uuid: string;
  /** The human reference, or the uuid where only that is known. */
  readonly ref: string;
  /** True when it was taken from the index, and may be out of date. */
  readonly remembered: boolean;
}

export type EntityKind = 'task' | 'ticket' | 'project';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const humanPattern = /^[a-z][a-z0-9]*-\d+$/i;

const plural = { task: 'tasks', ticket: 'tickets', project: 'projects' } as const;

/**
 * Runs `use` with what a reference names. A uuid from the index that the server no longer knows is forgotten and looked
 * up anew, once.
 */
export async function withReference<T>(
  client: Client,
  kind: EntityKind,
  text: string,
  use: (found: Found) => Promise<T>,
): Promise<T> {
  const found = await resolveReference(client, kind, text);
  try {
    return await use(found);
  } catch (error) {
    if (!found.remembered || !(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
    client.index.forget(plural[kind], found.ref);
    return await use(await resolveReference(client, kind, text));
  }
}

/**
 * Finds what a person named: a human reference in any case, a uuid, or a web address under this instance; a project by
 * its key or its whole name. Throws `not_found`, `ambiguous`, or a usage error for what can be none of these.
 */
export async function resolveReference(client: Client, kind: EntityKind, text: string): Promise<Found> {
  const name = stripKind(kind, text.trim());
  if (uuidPattern.test(name)) return byUuid(client, kind, name);
  if (/^https?:\/\//i.test(name)) return await resolveUrl(client, kind, name);
  if (kind === 'project') {
    if (name === '') throw usageError('an empty word names no project');
    return await resolveProject(client, name);
  }
  if (!humanPattern.test(name)) {
    throw usageError(
      `${quoteTyped(name, 80)} is not a ${kind} reference`,
      'references look like SCM-12; a uuid or a web address works too',
    );
  }
  return (await lookUp(client, kind, name)) ?? missing(kind, name);
}

/** A uuid needs no request; what it is called is known where an answer has told it. */
export function byUuid(client: Client, kind: EntityKind, text: string): Found {
  const uuid = text.toLowerCase();
  const known = client.index.all(plural[kind]).find((each) => each.uuid === uuid);
  return { uuid, ref: known?.ref ?? uuid, remembered: false };
}

function stripKind(kind: EntityKind, text: string): string {
  const prefix = /^(task|ticket|project):/i.exec(text)?.[1]?.toLowerCase();
  if (prefix === undefined) return text;
  if (prefix !== kind) throw usageError(`${quoteTyped(text, 80)} names a ${prefix}, and a ${kind} is wanted`);
  return text.slice(prefix.length + 1);
}

/** The reference in a web address: its last path uuid, else `task=`. */
async function resolveUrl(client: Client, kind: EntityKind, text: string): Promise<Found> {
  const url = parseUrl(text);
  const base = client.base;
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(base.pathname)) {
    throw usageError(`${maskUrl(url).slice(0, 200)} is not an address of ${base.href}`);
  }
  const uuid = url.pathname
    .split('/')
    .reverse()
    .find((segment) => uuidPattern.test(segment));
  if (uuid) return byUuid(client, kind, uuid);
  const named = url.searchParams.get('task');
  if (named && kind === 'task') return await resolveReference(client, kind, named);
  throw usageError(`${maskUrl(url).slice(0, 200)} names no ${kind}`);
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw usageError('that is not a web address');
  }
}

async function lookUp(client: Client, kind: 'task' | 'ticket', ref: string): Promise<Found | undefined> {
  const known = client.index.find(plural[kind], ref);
  if (known) return { uuid: known.uuid, ref: known.ref, remembered: true };
  return (await search(client, kind, ref)) ?? (await scan(client, kind, ref));
}

/** Search cuts its results off, so that finding nothing proves nothing. */
async function search(client: Client, kind: 'task' | 'ticket', ref: string): Promise<Found | undefined> {
  const { results } = await client.call('GET /search', { query: { q: ref, types: kind } });
  return pick(
    rowsOf(results).filter((row) => row.type === undefined || row.type === kind),
    ref,
  );
}

async function scan(client: Client, kind: 'task' | 'ticket', ref: string): Promise<Found | undefined> {
  if (kind === 'task') return pick(rowsOf((await client.call('GET /tasks', { query: { scope: 'all' } })).tasks), ref);
  return pick(rowsOf((await client.call('GET /tickets', { query: { segment: 'all' } })).tickets), ref);
}

function pick(rows: readonly Row[], ref: string): Found | undefined {
  const isNamed = (row: Row): boolean => refOf(row).toLowerCase() === ref.toLowerCase();
  const row = rows.find((each) => isNamed(each) && uuidOf(each) !== '' && uuidOf(each) !== refOf(each));
  return row && { uuid: uuidOf(row), ref: refOf(row), remembered: false };
}

async function resolveProject(client: Client, name: string): Promise<Found> {
  const known = client.index.find('projects', name);
  if (known) return { uuid: known.uuid, ref: known.ref, remembered: true };
  const projects = rowsOf((await client.call('GET /projects')).projects);
  // Lists may be cut off as well as searches.
  const listed = projects.filter((row) => isProject(row, name));
  const matches = listed.length > 0 ? listed : await searchProject(client, name);
  const [first, second] = matches;
  if (second) throw ambiguous(name, matches);
  if (first) return { uuid: uuidOf(first), ref: textOf(first.key) ?? refOf(first), remembered: false };
  const like = projects.filter((row) => titleOf(row).toLowerCase().includes(name.toLowerCase()));
  return missing('project', name, like.length > 0 ? `did you mean ${namesOf(like)}?` : undefined);
}

/** A project is told by its key, its name or its id, whole and in any case. */
function isProject(row: Row, name: string): boolean {
  return [refOf(row), uuidOf(row), titleOf(row)].some((each) => each.toLowerCase() === name.toLowerCase());
}

async function searchProject(client: Client, name: string): Promise<readonly Row[]> {
  const { results } = await client.call('GET /search', { query: { q: name, types: 'project' } });
  const isFound = (row: Row): boolean => row.type === 'project' && uuidOf(row) !== '' && isProject(row, name);
  return rowsOf(results).filter(isFound);
}

/** The error for a name that fits several things. */
function ambiguous(name: string, matches: readonly Row[]): TrackerError {
  return new TrackerError('ambiguous', `${JSON.stringify(name)} fits several: ${namesOf(matches)}`);
}

function namesOf(rows: readonly Row[]): string {
  const names = rows.slice(0, 8).map((row) => `${refOf(row)} (${titleOf(row)})`);
  return `${names.join(', ')}${rows.length > names.length ? `, and ${rows.length - names.length} more` : ''}`;
}

function missing(kind: EntityKind, name: string, hint?: string): never {
  throw new TrackerError('not_found', `there is no ${kind} ${name.slice(0, 80)} that you can see`, { hint });
}
