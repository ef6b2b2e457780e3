import { type Client, pathSegment } from '../../client/client.js';
import { findAnyEntity } from '../../client/find/any-reference.js';
import { type Entity, type EntityKind, findEntity } from '../../client/find/references.js';
import type { TitledKind } from '../../client/find/titled.js';
import { toNameKey } from '../../contract/plain-letters.js';
import { isUuid } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';
import type { Hit, Page } from './page.js';
import { titledPage } from './titled-page.js';

const entityKinds: readonly EntityKind[] = ['task', 'ticket', 'project'];
const titledKinds: readonly TitledKind[] = ['page', 'note', 'thread'];

/** Prefixes for titles, and the kinds they stand for. */
const prefixes: Readonly<Record<string, TitledKind>> = {
  page: 'page',
  wiki: 'page',
  note: 'note',
  thread: 'thread',
  chat: 'thread',
};

const reference = /^[a-z][a-z0-9]*-\d+$/i;

/**
 * Finds the web page for a name or reference. Throws `ambiguous` with the candidates if it matches several things, and
 * `not_found` if it matches none.
 */
export async function findPage(client: Client, text: string): Promise<Page> {
  const name = text.trim();
  const [, prefix = '', rest = ''] = /^([a-z]+):(?!\/\/)(.*)$/is.exec(name) ?? [];
  const word = prefix.toLowerCase();
  const titled = Object.hasOwn(prefixes, word) ? prefixes[word] : undefined;
  if (titled) return (await titledPage(client, titled, rest)).page;
  if (reference.test(name)) return await entityPage(client, name, ['task', 'ticket']);
  if (entityKinds.some((kind) => kind === word) || isEntityAddress(name)) return await entityPage(client, name);
  const looks = titledKinds.map((kind) => async () => await titledPage(client, kind, name));
  if (/^https?:/i.test(name)) return await choose(name, looks);
  if (!isUuid(name)) return await choose(name, [...looks, async () => await projectPage(client, name)]);
  try {
    return await entityPage(client, name);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return await choose(name, looks);
  }
}

function isEntityAddress(text: string): boolean {
  return /^https?:/i.test(text) && (/[?&]task=/.test(text) || /\/(task|ticket|project)s(\/|\?|$)/.test(text));
}

async function entityPage(client: Client, text: string, kinds = entityKinds): Promise<Page> {
  return toPage(await findAnyEntity(client, { text, kinds }));
}

function toPage({ kind, ref, uuid }: Entity): Page {
  // In the web app, tasks go by reference and everything else by id.
  const path = kind === 'task' ? `tasks?task=${encodeURIComponent(ref)}` : `${kind}s/${pathSegment(uuid)}`;
  return { kind, ref, uuid, path };
}

async function projectPage(client: Client, text: string): Promise<Hit> {
  const found = await findEntity(client, 'project', text);
  const isExact = [found.ref, found.title].some((name) => toNameKey(name) === toNameKey(text));
  return { page: toPage(found), isExact };
}

/**
 * The one page found by several searches; an exact match of the name wins. Searches that the server refuses are skipped.
 */
async function choose(text: string, looks: readonly (() => Promise<Hit>)[]): Promise<Page> {
  const tries = await Promise.allSettled(looks.map(async (look) => await look()));
  for (const each of tries) if (each.status === 'rejected' && !isMissing(each.reason)) throw each.reason;
  const hits = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const exact = hits.filter(({ isExact }) => isExact);
  const fitting = exact.length > 0 ? exact : hits;
  const [first, second] = fitting;
  const quoted = JSON.stringify(text.slice(0, 80));
  if (!first)
    throw new TrackerError('not_found', `nothing called ${quoted} was found`, {
      hint: `tracker search ${quoted}`,
    });
  if (!second) return first.page;
  const names = fitting.map(({ page }) => `${page.kind}:${page.ref}`).join(', ');
  throw new TrackerError('ambiguous', `${quoted} matches more than one: ${names}`, {
    hint: `use ${first.page.kind}:${first.page.ref}`,
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof TrackerError && (error.kind === 'not_found' || error.kind === 'forbidden');
}
