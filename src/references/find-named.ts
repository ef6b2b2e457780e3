import type { Context } from '../args/context.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { isUuid, type Row } from '../contract/row.js';
import { type Entity, type EntityKind, type Found, findEntity } from './find-entity.js';
import { rowNameOf, shownReference } from './read.js';

/** Entities that were found for a command before its verb looks for them. */
const handed = new WeakMap<object, Map<string, Entity>>();

/** Makes the verb use this entity where it looks for `text`, instead of looking it up again. Returns `text`. */
export function handOver(context: object, entity: Entity, text = `${entity.kind}:${entity.uuid}`): string {
  const entities = handed.get(context) ?? new Map<string, Entity>();
  handed.set(context, entities.set(text, entity));
  return text;
}

/** The entity that was handed over under this text; given only once, so that later lookups read it again. */
function takeHanded(context: object, text: string): Entity | undefined {
  const entity = handed.get(context)?.get(text);
  handed.get(context)?.delete(text);
  return entity;
}

/** What a draft was written for: the uuids its references had then. */
interface Meant {
  readonly targets: Row;
  /** The command that sends the draft with this uuid in place of a reference. */
  readonly commandFor: (ref: string, uuid: string) => string;
}

const meant = new WeakMap<object, Meant>();

/** Called with a reference in lower case, and the uuid it was found to have. */
type OnFound = (ref: string, uuid: string) => void;

const noters = new WeakMap<object, OnFound>();

/** Remembers what the draft of this command was written for. */
export function expectTargets(context: object, expected: Meant): void {
  meant.set(context, expected);
}

/**
 * Throws `conflict` if a reference named another entity when the draft was written; otherwise notes what it is now
 * (docs/requirements.md, R79).
 */
export function requireMeantTarget(context: Context, text: string, { ref, uuid }: Found): void {
  const target = meantTarget(context, text);
  const name = keyOf(shownReference(context, text));
  if (target !== undefined && target !== uuid)
    throw new TrackerError(
      'conflict',
      `the draft was written for ${target}, but ${ref} is now ${uuid}; nothing was sent`,
      { hint: `specify the one you mean by its uuid: ${meant.get(context)?.commandFor(name, target)}` },
    );
  noteTarget(context, text, uuid);
}

/** The uuid that a reference had when the draft of this command was written, if that is known. */
function meantTarget(context: object, text: string): string | undefined {
  const target = meant.get(context)?.targets[keyOf(shownReference(context, text))];
  return typeof target === 'string' && isUuid(target) ? target : undefined;
}

/** From now on, has every entity that this command finds noted, for a draft to remember. */
export function noteTargets(context: object, onFound: OnFound): void {
  noters.set(context, onFound);
}

/** A uuid is always the same entity. */
function noteTarget(context: object, text: string, uuid: string): void {
  const ref = keyOf(shownReference(context, text));
  if (!isUuid(ref)) noters.get(context)?.(ref, uuid);
}

/** A reference without its kind: `task:SCM-12` is `scm-12`. */
function keyOf(text: string): string {
  return text.toLowerCase().replace(/^[a-z]+:/, '');
}

/**
 * The task, ticket or project that a command is about, as the server has it now. `@` stands for it from then on. Throws:
 * - what findEntity throws;
 * - a usage error for a row of another kind;
 * - `not_found` for something of another kind, with the command for that kind, and for a row whose `uuid` and `ref` no longer
 *   belong together;
 * - `conflict` if the reference named another entity when the draft was written (docs/requirements.md, R79).
 */
export async function findNamed<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const found = await findMentioned(context, kind, text);
  const { uuid, ref } = found;
  (await (await context.client()).lastShown()).keep({ entity: { kind, uuid, ref } });
  return found;
}

/** The same for an entity that a flag names, such as a dependency, which `@` does not stand for afterwards. */
export async function findMentioned<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const row = rowNameOf(context, text);
  // The row itself shows its kind, so no request is needed.
  if (row?.kind !== undefined && row.kind !== kind) throw usageError(`${row.ref} is a ${row.kind}, not a ${kind}`);
  const found = await findOfKind(context, kind, text);
  requireSameRow(context, text, found);
  requireMeantTarget(context, text, found);
  return found;
}

async function findOfKind<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const handed = takeHanded(context, text);
  // Its kind has been checked, which the type does not show.
  if (handed?.kind === kind) return handed as Entity<K>;
  try {
    return await findEntity(await context.client(), kind, text);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    const renamed = error.kind === 'not_found' ? await findRenamed(context, kind, text) : undefined;
    if (renamed) return renamed;
    if (kind === 'project') throw error;
    const { otherKind } = await import('./any-kind.js');
    throw (await otherKind(context, kind, text).catch(() => undefined)) ?? error;
  }
}

/** What the draft of this command was written for, if it has another reference now. */
async function findRenamed<K extends EntityKind>(
  context: Context,
  kind: K,
  text: string,
): Promise<Entity<K> | undefined> {
  const target = meantTarget(context, text);
  if (target === undefined) return undefined;
  return await findEntity(await context.client(), kind, target).catch(() => undefined);
}

/** Throws `not_found` if the entity has another reference now than its row has, on standard input or on a screen. */
export function requireSameRow(context: Context, text: string, { ref }: Pick<Entity, 'ref'>): void {
  const row = rowNameOf(context, text);
  if (row === undefined || isUuid(row.ref) || row.ref.toLowerCase() === ref.toLowerCase()) return;
  throw new TrackerError('not_found', `${row.ref} is now ${ref}`, {
    hint: 'references have changed since; list the rows again',
  });
}
