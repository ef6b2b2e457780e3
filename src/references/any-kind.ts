import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { isUuid } from '../contract/row.js';
import { shellWord } from '../contract/shell-word.js';
import { type Entity, type EntityKind, findEntity, findQuickly, type Lookup, readName, scan } from './find-entity.js';
import { type Reference, requireSameRow } from './read.js';

/** The task or ticket that a reference names. Throws what findAnyEntity throws, and `not_found` for an old row. */
export async function findEither(client: Client, reference: Reference): Promise<Entity<'task' | 'ticket'>> {
  const entity = await findAnyEntity(client, reference.text, ['task', 'ticket']);
  requireSameRow(reference, entity);
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

/** The kind given by a prefix, or by a web address: `/tickets/…`, `/tasks?task=…`. */
function statedKind(text: string): string | undefined {
  const prefix = /^([a-z]+):(?!\/\/)/i.exec(text)?.[1]?.toLowerCase();
  if (prefix !== undefined) return prefix;
  if (!isAddress(text) || !URL.canParse(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  if (searchParams.has('thread')) return 'thread';
  return searchParams.has('task') ? 'task' : /\/(task|ticket|project)s(?=\/|$)/.exec(pathname)?.[1];
}

/**
 * SCM-12 may be both a task and a ticket, so both are looked up. Once one is found, the whole list of the other kind is
 * requested only if the search for it was cut off.
 */
async function findName(client: Client, text: string, kinds: readonly EntityKind[]): Promise<Entity> {
  const looks = kinds.map(async (kind) => ({ kind, ...(await findQuickly(client, kind, text)) }));
  const isFound = fulfilled(await Promise.allSettled(looks)).some(({ entity }) => entity !== undefined);
  const tries = await Promise.allSettled(
    looks.map(async (look) => await lookFurther(client, text, { look: await look, isFound })),
  );
  const entities = fulfilled(tries).filter((each) => each !== undefined);
  const [first, second] = entities;
  if (first && !second) return first;
  if (first) throw ambiguous(text, entities);
  throw firstReason(tries) ?? missing(text, kinds);
}

interface Look extends Lookup<EntityKind> {
  readonly kind: EntityKind;
}

async function lookFurther(
  client: Client,
  ref: string,
  { look: { kind, entity, isSure }, isFound }: { readonly look: Look; readonly isFound: boolean },
): Promise<Entity | undefined> {
  return entity ?? (isFound && isSure ? undefined : await scan(client, kind, ref));
}

function fulfilled<T>(tries: readonly PromiseSettledResult<T>[]): readonly T[] {
  return tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

function ambiguous(text: string, entities: readonly Entity[]): TrackerError {
  const names = entities.map(({ kind, ref }) => `${kind}:${ref}`);
  const candidates = entities.map(({ title }, at) => `${names[at]}${title === '' ? '' : ` (${title})`}`);
  return new TrackerError('ambiguous', `${quote(text)} matches more than one: ${candidates.join(', ')}`, {
    hint: `use ${names.join(' or ')}`,
  });
}

/** The first error other than `not_found`. */
function firstReason(tries: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = tries.flatMap((each): readonly unknown[] => (each.status === 'rejected' ? [each.reason] : []));
  return reasons.find((reason) => !(reason instanceof TrackerError) || reason.kind !== 'not_found');
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
      if (!(error instanceof TrackerError) || !['not_found', 'forbidden'].includes(error.kind)) throw error;
      if (error.kind === 'forbidden') forbidden ??= error;
    }
  }
  throw forbidden ?? missing(uuid, kinds);
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function missing(text: string, kinds: readonly EntityKind[]): TrackerError {
  return new TrackerError('not_found', `there is no ${kinds.join(' or ')} ${text.slice(0, 80)} that you can see`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** What does the same for the other kind, by verb. */
const counterparts = {
  task: {
    edit: 'tickets edit',
    delete: 'tickets delete',
    checklist: 'tickets checklist',
    comment: 'tickets note',
    done: 'close',
    view: 'tickets view',
  },
  ticket: {
    edit: 'tasks edit',
    delete: 'tasks delete',
    checklist: 'tasks checklist',
    reply: 'tasks comment',
    note: 'tasks comment',
    view: 'tasks view',
  },
} as const;

/** A reference names the other kind, for which there is another command. */
export class OtherKind extends TrackerError {
  constructor(
    message: string,
    /** With the reference, such as `tracker tickets note CASA-8`. */
    readonly command: string,
  ) {
    super('not_found', message, { hint: command });
  }
}

/**
 * The error for a ticket where a task is expected, or the other way round: it names the command for what was given. Undefined
 * if that does not name anything of the other kind either. Throws what looking it up throws.
 */
export async function otherKind(context: Context, kind: EntityKind, text: string): Promise<TrackerError | undefined> {
  if (kind === 'project') return undefined;
  const other = kind === 'task' ? 'ticket' : 'task';
  const client = await context.client();
  const isSaid = text.toLowerCase().startsWith(`${other}:`);
  if (!isSaid && !/^[a-z][a-z0-9]*-\d+$/i.test(text.trim())) return undefined;
  const entity = isSaid ? await findEntity(client, other, text) : (await findQuickly(client, other, text)).entity;
  if (entity === undefined) return undefined;
  const verbs: Readonly<Record<string, string>> = counterparts[kind];
  const command = verbs[context.settings.command.split(' ').at(-1) ?? ''] ?? verbs.view;
  return new OtherKind(`${entity.ref} is a ${other}`, `tracker ${command} ${shellWord(entity.ref)}`);
}
