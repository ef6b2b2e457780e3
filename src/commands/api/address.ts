import type { Context, NamedEntity } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { isUuid } from '../../contract/row.js';
import { maskTyped } from '../../contract/text/mask-url.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { climbs } from '../../http/redirect.js';
import { plainName } from '../../ledger/entry.js';
import { findEither } from '../../references/any-kind.js';
import type { EntityKind } from '../../references/find-entity.js';
import { findMentioned } from '../../references/find-named.js';
import { oneReference } from '../../references/read.js';

/** The path of the API (docs/api.md, Conventions 1). */
const prefix = 'api/v1/';

/** Whether a PATH is that of the probe, which is sent without a token (docs/api.md, Authentication 1). */
export function isProbe(text: string): boolean {
  return /^(\/?|(\{base\}|https?:\/\/.*)\/api\/v1\/)instance$/i.test(text.trim().split('?')[0] ?? '');
}

/**
 * The URL of a PATH: `/tasks` under `{base}/api/v1`, `{base}/…` under the base, or a full URL under the base. Throws a usage
 * error for another server or a path outside the base, before anything is sent (docs/requirements.md, R34).
 */
export function readAddress(context: Context, given: string, base: URL): URL {
  const text = given.trim();
  const example = `tracker ${selection(context)}api /tasks?scope=all`;
  const refuse = (why: string): TrackerError => {
    const safe = /^\/(?!\/)/.test(text) ? text : maskTyped(text);
    return usageError(`${JSON.stringify(safe.slice(0, 120))} ${why}`, example);
  };
  if (text === '') throw usageError('the path cannot be empty', example);
  if (/[\u0000-\u001f\u007f\\]|\p{Surrogate}/u.test(text))
    throw refuse('contains a character that is not allowed in a URL');
  if (text.includes('#')) throw refuse('contains a #, which is not sent; write it as %23 in a value');
  const [path = '', ...rest] = text.split('?');
  if (/%(?:25)*5c/i.test(path)) throw refuse('contains a backslash');
  if (climbs(path)) throw refuse('must not contain . or .. segments');
  const below = /^\/?api\/v1(?:$|\/|(?=\?))(.*)/.exec(text)?.[1];
  if (below !== undefined)
    throw usageError(
      `${JSON.stringify(text.slice(0, 120))} begins with /api/v1, which is added to every path`,
      `give ${shellWord(`/${below}`)} instead`,
    );
  const url = new URL(base);
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) {
    if (!URL.canParse(path, base.href)) throw refuse('is not a URL');
    const { origin, username, password, pathname } = new URL(path, base);
    const isSame = origin === base.origin && !username && !password;
    if (!isSame || !pathname.startsWith(base.pathname)) throw refuse(`is not under ${base.href}; nothing was sent`);
    url.pathname = pathname;
  } else url.pathname = base.pathname + (/^\{base\}\/(.*)$/s.exec(path)?.[1] ?? prefix + path.replace(/^\//, ''));
  if (rest.length > 0) url.search = `?${rest.join('?')}`;
  return url;
}

/** The part of a URL after `/api/v1`, such as `/inbox`; undefined for other URLs. */
export function apiPath(url: URL, base: URL): string | undefined {
  const start = `${base.pathname}${prefix}`;
  return url.pathname.startsWith(start) ? url.pathname.slice(start.length - 1) : undefined;
}

/** The task, ticket or project in a path, such as `/tickets/UUID/messages`. */
export function entityIn(url: URL, { base, index }: Pick<Client, 'base' | 'index'>): NamedEntity | undefined {
  const [, segment = '', id = ''] = apiPath(url, base)?.toLowerCase().split('/') ?? [];
  const kind = kinds.find((each) => `${each}s` === segment);
  if (!kind || !isUuid(id)) return undefined;
  return { kind, uuid: id, ref: index.all(`${kind}s`).find((each) => each.uuid === id)?.ref ?? id };
}

/** `{base}` at the beginning is the address of the server; everything else in braces is a reference. */
const braces = /(?<!^)\{([^{}]*)\}|^\{(?!base\})([^{}]*)\}/g;

const kinds: readonly EntityKind[] = ['task', 'ticket', 'project'];

/**
 * A PATH with each reference in braces replaced by its uuid: `/tickets/{BERG-9}`. After `/tasks/`, `/tickets/` or `/projects/`
 * it is one of that kind, elsewhere a task or a ticket. Throws a usage error for braces without a reference, and what
 * looking for it throws.
 */
export async function replaceReferences(context: Context, path: string): Promise<string> {
  return await replaceEach(path, async (text, kind) => encodeURIComponent(await uuidOf(context, text, kind)));
}

/** The same without a request, for what is sent later: a reference that this computer does not know stays, but for `@`. */
export async function lastingPath(context: Context, path: string): Promise<string> {
  const { index } = await context.client();
  return await replaceEach(path, async (given, kind) => {
    const { text } = await oneReference(context, given);
    const name = plainName(text);
    if (isUuid(name)) return name;
    const said = kinds.filter((each) => each === kind || text.toLowerCase().startsWith(`${each}:`));
    const possible = said.length > 0 ? said : (['task', 'ticket'] as const);
    const [known, other] = possible.flatMap((each) => index.find(`${each}s`, name) ?? []);
    return known && !other ? known.uuid : `{${text}}`;
  });
}

async function replaceEach(
  path: string,
  replacement: (text: string, kind: EntityKind | undefined) => Promise<string>,
): Promise<string> {
  const rest = path.replaceAll(braces, '').replace(/^\{base\}/, '');
  if (/[{}]/.test(rest)) throw badBraces(path, 'has a brace without its counterpart');
  let replaced = path;
  for (const match of path.matchAll(braces)) {
    const text = (match[1] ?? match[2] ?? '').trim();
    const segment = /([^/]*)\/$/.exec(path.slice(0, match.index))?.[1]?.toLowerCase() ?? '';
    const kind = kinds.find((each) => `${each}s` === segment);
    if (text === '' || text === '-') throw badBraces(match[0], 'is not a reference');
    const put = await replacement(text, kind);
    replaced = replaced.replace(match[0], () => put);
  }
  return replaced;
}

async function uuidOf(context: Context, text: string, kind: EntityKind | undefined): Promise<string> {
  if (kind === undefined && !/^(?:@|@branch|(?:task|ticket):.*|[a-z][a-z0-9]*-\d+)$/i.test(text))
    throw badBraces(`{${text}}`, 'is not a reference');
  const name = await oneReference(context, text);
  if (kind !== undefined) return (await findMentioned(context, kind, name)).uuid;
  return (await findEither(context, await context.client(), name)).uuid;
}

function badBraces(text: string, why: string): TrackerError {
  return usageError(
    `${JSON.stringify(text.slice(0, 120))} ${why}`,
    'references look like {BERG-9}; {base} at the beginning is the address of the server, and a brace itself %7B or %7D',
  );
}
