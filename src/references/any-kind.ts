import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import type { ReferenceKind } from '../client/state/references.js';
import { Ambiguous, Deleted, TrackerError, usageError } from '../contract/errors.js';
import { TooOld } from '../contract/never-read.js';
import { isUuid } from '../contract/row.js';
import { quote } from '../contract/text/unsafe-characters.js';
import { askWhich } from './ask-which.js';
import {
  type Entity,
  type EntityKind,
  findEntity,
  findQuickly,
  isAddress,
  readName,
  scan,
  statedKind,
} from './find-entity.js';
import { isUnseen, notThere } from './not-there.js';
import { type Reference, requireSameRow } from './read.js';

/**
 * The task or ticket that a reference names, which is asked about at a terminal if it names both. Throws what findAnyEntity throws,
 * and `not_found` for an old row.
 */
export async function findEither(
  context: Pick<Context, 'prompt'>,
  client: Client,
  reference: Reference,
): Promise<Entity<'task' | 'ticket'>> {
  const find = async (text: string) => await findAnyEntity(client, text, ['task', 'ticket']);
  // Which of the two a draft was written for is known.
  const findMeant = async (text: string): Promise<Entity> =>
    await find(text).catch(async (error: unknown) => {
      const isMeant = ({ value }: { readonly value: string }): boolean => value.endsWith(`:${reference.uuid}`);
      const meant = error instanceof Ambiguous ? error.candidates.find(isMeant) : undefined;
      if (!meant) throw error;
      return await find(meant.value);
    });
  const entity = await askWhich(context, reference.text, findMeant);
  requireSameRow(reference, entity);
  await reference.check?.(entity);
  // Nothing else was looked for.
  return entity as Entity<'task' | 'ticket'>;
}

/**
 * Finds the entity of a reference that may be of several kinds; `task:REF` and the like state the kind, and so does a web
 * address. Throws `ambiguous` with the candidates if a bare reference matches several, and `not_found` if it matches none.
 */
export async function findAnyEntity(client: Client, given: string, kinds: readonly EntityKind[]): Promise<Entity> {
  const text = given.trim();
  const stated = statedKind(text);
  const kind = kinds.find((each) => each === stated);
  if (kind) return await findEntity(client, kind, text);
  if (stated === undefined) {
    // A project may have any name.
    const isName = kinds.includes('project') && !isAddress(text);
    const name = isName ? text : readName(client, 'task', text, kinds.join(' or '));
    return isUuid(name) ? await findUuid(client, name, kinds) : await findName(client, name, kinds);
  }
  throw usageError(`${quote(text)} is a ${stated}; a ${kinds.join(' or ')} is required`);
}

/** SCM-12 may be a task and a ticket, so both are looked up, in a whole list only where a search does not settle it. */
async function findName(client: Client, text: string, kinds: readonly EntityKind[]): Promise<Entity> {
  const looks = await Promise.allSettled(kinds.map(async (kind) => await findQuickly(client, kind, text)));
  const isFound = fulfilled(looks).some(({ entity }) => entity !== undefined);
  const tries = await Promise.allSettled(
    kinds.map(async (kind, at) => {
      const look = looks[at];
      if (look?.status !== 'fulfilled') throw look?.reason;
      const { entity, isSure } = look.value;
      // Nor is a list as old as it is searched where no list can prove anything.
      return entity ?? (isFound && (isSure || client.memory?.instead()) ? undefined : await scan(client, kind, text));
    }),
  );
  const entities = fulfilled(tries).filter((each) => each !== undefined);
  const [first, second] = entities;
  if (first && second) throw ambiguous(text, entities);
  // What says more than that nothing was found.
  const others = tries.flatMap((each): readonly unknown[] =>
    each.status === 'rejected' && !isMissing(each.reason) ? [each.reason] : [],
  );
  // Where the other kind could not be looked up, it may be meant.
  const unknown = others.find((error) => !isUnseen(error));
  if (first && unknown === undefined) return first;
  throw unknown ?? others[0] ?? notThere(client, kinds, text);
}

function isMissing(error: unknown): boolean {
  return error instanceof TrackerError && error.kind === 'not_found' && !isCertain(error);
}

/** Whether it is known, and was deleted, or read too long ago. */
function isCertain(error: unknown): boolean {
  return error instanceof Deleted || error instanceof TooOld;
}

function fulfilled<T>(tries: readonly PromiseSettledResult<T>[]): readonly T[] {
  return tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

function ambiguous(text: string, entities: readonly Entity[]): Ambiguous {
  const names = entities.map(({ kind, ref }) => `${kind}:${ref}`);
  const candidates = entities.map(({ kind, uuid, title }, at) => ({
    name: `${names[at]}${title === '' ? '' : ` (${title})`}`,
    value: `${kind}:${uuid}`,
  }));
  return new Ambiguous(
    `${quote(text)} matches more than one: ${candidates.map(({ name }) => name).join(', ')}`,
    candidates,
    `use ${names.join(' or ')}; for many, pipe rows of --jsonl, which have the uuid`,
  );
}

/** Reads a uuid as each kind, starting with the one it is remembered as. A kind the caller may not see counts as missing. */
async function findUuid(client: Client, uuid: string, kinds: readonly EntityKind[]): Promise<Entity> {
  const isKnown = (kind: EntityKind): boolean =>
    client.index.all(`${kind}s`).some((each) => each.uuid === uuid.toLowerCase());
  let forbidden: unknown;
  for (const kind of [...kinds].sort((one, other) => Number(isKnown(other)) - Number(isKnown(one)))) {
    try {
      return await findEntity(client, kind, uuid);
    } catch (error) {
      if (isCertain(error) || !isUnseen(error)) throw error;
      if (error.kind === 'forbidden') forbidden ??= error;
    }
  }
  throw forbidden ?? notThere(client, kinds, uuid, elsewhere(client, uuid));
}

/** The command for a uuid that something else has, as far as this computer knows. */
function elsewhere({ index, memory }: Client, uuid: string): string | undefined {
  const has = (kind: ReferenceKind): boolean =>
    index.all(kind).some((each) => each.uuid === uuid.toLowerCase() || each.ref === uuid.toLowerCase());
  const noun = (['inbox', 'projects', 'wiki', 'notes', 'threads'] as const).find(has);
  return noun && `tracker ${memory?.flags ?? ''}${noun === 'threads' ? 'chat' : noun} view ${uuid}`;
}
