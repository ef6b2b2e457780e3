import type { Client } from '../client/client.js';
import { pathSegment } from '../client/request.js';
import { Ambiguous, Deleted, TrackerError } from '../contract/errors.js';
import { NeverRead } from '../contract/never-read.js';
import { isReference, isUuid, type Row, titleOf, uuidOf } from '../contract/row.js';
import { toNameKey } from '../contract/text/plain-letters.js';
import { quote } from '../contract/text/unsafe-characters.js';
import { findAnyEntity } from './any-kind.js';
import { type Entity, type EntityKind, findEntity, isAddress, ownAddress, pathOf, statedKind } from './find-entity.js';
import { inboxHint, isUnseen, neverRead } from './not-there.js';
import { type Reference, requireSameRow } from './read.js';
import { findTitled, type TitledKind, titledRows } from './titled.js';

/** A page of the web app. */
export interface Page {
  readonly kind: EntityKind | TitledKind | 'start';
  readonly ref: string;
  readonly uuid?: string;
  /** Relative to the URL of the server. */
  readonly path: string;
}

/** A page that matches a name, and whether it matches exactly. */
export interface Hit {
  readonly page: Page;
  readonly isExact: boolean;
}

/**
 * The web page of a wiki page, note or thread, by id, URL or title. It is always looked up in the list, because reading a thread
 * would mark it as read. Throws `not_found`, `ambiguous`, and `forbidden` if the caller may not list them.
 */
export async function titledPage(client: Client, kind: TitledKind, text: string): Promise<Hit> {
  const rows = await titledRows(client, { kind });
  const { id } = await findTitled(client, { kind, text }, async () => rows);
  const row = rows.find((each) => uuidOf(each) === id);
  if (!row) throw new TrackerError('not_found', `${kind} ${quote(text)} not found`);
  const title = titleOf(row);
  const isExact = [id, title].some((name) => toNameKey(name) === toNameKey(text.trim()));
  return { page: { kind, ref: title === '' ? id : title, uuid: id, path: paths[kind](id, row) }, isExact };
}

/** The paths of their pages. Throw a usage error for an id that would lead to another path. */
const paths: Readonly<Record<TitledKind, (id: string, row: Row) => string>> = {
  page: (id) => `wiki/${pathSegment(id)}`,
  note: (id) => `notes/${pathSegment(id)}`,
  thread: (id, { orgId }) => `chat?org=${encodeURIComponent(String(orgId))}&thread=${encodeURIComponent(id)}`,
};

const entityKinds: readonly EntityKind[] = ['task', 'ticket', 'project'];
const titledKinds: readonly TitledKind[] = ['page', 'note', 'thread'];

const prefixes: Readonly<Record<string, TitledKind>> = {
  page: 'page',
  wiki: 'page',
  note: 'note',
  thread: 'thread',
  chat: 'thread',
};

/** Finds the web page for a name or reference. Throws `ambiguous` with the candidates, and `not_found`, also for an old row. */
export async function findPage(client: Client, reference: Reference): Promise<Page> {
  const page = await pageOf(client, reference.text.trim());
  requireSameRow(reference, page);
  return page;
}

async function pageOf(client: Client, name: string): Promise<Page> {
  const [, prefix = '', rest = ''] = /^([a-z]+):(?!\/\/)(.*)$/is.exec(name) ?? [];
  const word = prefix.toLowerCase();
  const titled = Object.hasOwn(prefixes, word) ? prefixes[word] : undefined;
  if (titled) return (await titledPage(client, titled, rest)).page;
  if (isReference(name)) return await entityPage(client, name, ['task', 'ticket']);
  const stated = statedKind(name);
  if (entityKinds.some((kind) => kind === stated)) return await entityPage(client, name);
  const looks = titledKinds.map((kind) => async () => await titledPage(client, kind, name));
  if (isAddress(name)) {
    ownAddress(client, name);
    return await choose(client, name, looks);
  }
  if (!isUuid(name)) return await choose(client, name, [...looks, async () => await projectPage(client, name)]);
  try {
    return await entityPage(client, name);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return await choose(client, name, looks);
  }
}

async function entityPage(client: Client, text: string, kinds = entityKinds): Promise<Page> {
  return toPage(await findAnyEntity(client, text, kinds));
}

function toPage(entity: Entity): Page {
  const { kind, ref, uuid } = entity;
  return { kind, ref, uuid, path: pathOf(entity) };
}

async function projectPage(client: Client, text: string): Promise<Hit> {
  const found = await findEntity(client, 'project', text);
  const isExact = [found.ref, found.title].some((name) => toNameKey(name) === toNameKey(text));
  return { page: toPage(found), isExact };
}

/** The one page found by several searches; an exact match of the name wins. Searches that the server refuses are skipped. */
async function choose(client: Client, text: string, looks: readonly (() => Promise<Hit>)[]): Promise<Page> {
  const tries = await Promise.allSettled(looks.map(async (look) => await look()));
  for (const each of tries) if (each.status === 'rejected' && !isMissing(each.reason)) throw each.reason;
  const hits = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const exact = hits.filter(({ isExact }) => isExact);
  const fitting = exact.length > 0 ? exact : hits;
  const [first, second] = fitting;
  const quoted = quote(text);
  const isUnread = tries.some((each) => each.status === 'rejected' && each.reason instanceof NeverRead);
  if (!first && isUnread)
    throw neverRead(client, { name: quoted, command: 'tracker sync --tasks all --tickets all --wiki --chats' });
  if (!first)
    throw new TrackerError('not_found', `nothing called ${quoted} was found`, {
      hint: inboxHint(client, text) ?? `tracker ${client.memory?.flags ?? ''}search ${quoted}`,
    });
  if (!second) return first.page;
  const candidates = fitting.map(({ page: { kind, ref, uuid = ref } }) => ({
    name: `${kind}:${ref}`,
    value: `${kind}:${uuid}`,
  }));
  const names = candidates.map(({ name }) => name);
  throw new Ambiguous(`${quoted} matches more than one: ${names.join(', ')}`, candidates, `use ${names[0]}`);
}

function isMissing(error: unknown): boolean {
  return isUnseen(error) && !(error instanceof Deleted);
}
