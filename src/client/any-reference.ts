import { TrackerError, usageError } from '../errors.js';
import type { Client } from './client.js';
import { type EntityKind, type Found, resolveReference, withReference } from './references.js';

/** Something found whose kind was not known before. */
export interface FoundOfKind extends Found {
  readonly kind: EntityKind;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Runs `use` with what a reference names, which may be of several kinds: `task:REF` and the like say which, and so does a
 * web address. Throws `ambiguous` with the candidates for a bare reference that is more than one, and `not_found` for none.
 */
export async function withAnyReference<T>(
  client: Client,
  named: { readonly text: string; readonly kinds: readonly EntityKind[] },
  use: (found: FoundOfKind) => Promise<T>,
): Promise<T> {
  const kind = await chooseKind(client, named.text.trim(), named.kinds);
  return await withReference(client, kind, named.text, async (found) => await use({ ...found, kind }));
}

async function chooseKind(client: Client, text: string, kinds: readonly EntityKind[]): Promise<EntityKind> {
  const said = saidKind(text);
  if (said !== undefined) {
    const kind = kinds.find((each) => each === said);
    if (kind) return kind;
    throw usageError(`${quote(text)} names a ${said}, and a ${kinds.join(' or ')} is wanted`);
  }
  if (uuidPattern.test(text)) return await kindOfUuid(client, text.toLowerCase(), kinds);
  return await kindOfName(client, text, kinds);
}

/** The kind that stands before the reference, or in a web address: `/tickets/…`, `/tasks?task=…`. */
function saidKind(text: string): string | undefined {
  const prefix = /^([a-z]+):(?!\/\/)/i.exec(text)?.[1]?.toLowerCase();
  if (prefix !== undefined) return prefix;
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  if (searchParams.has('thread')) return 'thread';
  return searchParams.has('task') ? 'task' : /\/(task|ticket|project)s(?=\/|$)/.exec(pathname)?.[1];
}

/** A reference such as SCM-12 may be a task and a ticket at once; both are looked for. */
async function kindOfName(client: Client, text: string, kinds: readonly EntityKind[]): Promise<EntityKind> {
  const tries = await Promise.allSettled(kinds.map(async (kind) => await resolveReference(client, kind, text)));
  const found = kinds.filter((_, at) => tries[at]?.status === 'fulfilled');
  const [first, second] = found;
  if (first && !second) return first;
  if (first) {
    const candidates = found.map((kind) => `${kind}:${text.toUpperCase()}${titleIn(client, kind, text)}`);
    throw new TrackerError('ambiguous', `${quote(text)} is more than one: ${candidates.join(', ')}`, {
      hint: `say which: ${found.map((kind) => `${kind}:${text.toUpperCase()}`).join(' or ')}`,
    });
  }
  throw firstReason(tries) ?? missing(text, kinds);
}

/** The reason that tells more than that there is no such thing. */
function firstReason(tries: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = tries.flatMap((each): readonly unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  return reasons.find((reason) => !(reason instanceof TrackerError) || reason.kind !== 'not_found');
}

function titleIn(client: Client, kind: EntityKind, ref: string): string {
  const title = client.index.find(`${kind}s`, ref)?.title;
  return title ? ` (${title})` : '';
}

const details = { task: 'GET /tasks/:id', ticket: 'GET /tickets/:id', project: 'GET /projects/:id' } as const;

/** What a uuid is, from the index, else from the server. Out of sight counts as missing (docs/api.md, Errors). */
async function kindOfUuid(client: Client, uuid: string, kinds: readonly EntityKind[]): Promise<EntityKind> {
  const known = kinds.find((kind) => client.index.all(`${kind}s`).some((each) => each.uuid === uuid));
  if (known) return known;
  let forbidden: unknown;
  for (const kind of kinds) {
    try {
      await client.call(details[kind], { id: uuid });
      return kind;
    } catch (error) {
      if (!(error instanceof TrackerError) || !['not_found', 'forbidden'].includes(error.kind)) throw error;
      if (error.kind === 'forbidden') forbidden ??= error;
    }
  }
  throw forbidden ?? missing(uuid, kinds);
}

function missing(text: string, kinds: readonly EntityKind[]): TrackerError {
  return new TrackerError('not_found', `there is no ${kinds.join(' or ')} ${text.slice(0, 80)} that you can see`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
