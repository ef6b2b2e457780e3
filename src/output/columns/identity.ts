import { refOf, uuidOf } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import type { ObjectData } from '../shown.js';
import type { JsonObject } from '../view.js';

/** The row as `--json` prints it: `ref`, `uuid` and the people it names, before the server's fields. */
export function identify(row: JsonObject, people: People): JsonObject {
  return withIdentity(row, { ref: refOf(row) || null, uuid: uuidOf(row) || null }, people);
}

/** What is known of a row's identity; if `uuid` is undefined, none is added. */
export interface Identity {
  readonly ref: string | null;
  readonly uuid?: string | null;
}

/**
 * The same for an envelope or a result whose reference comes from elsewhere. These keys replace the server's. A literal with
 * one spread is far cheaper than several, and this runs for every row of a list.
 */
export function withIdentity(row: JsonObject, { ref, uuid }: Identity, people: People): JsonObject {
  const named = peopleIn(row, people);
  const made: Record<string, unknown> =
    named === undefined ? { ref, uuid, ...row } : { ref, uuid, people: named, ...row };
  made.ref = ref;
  if (uuid === undefined) restore(made, row, 'uuid');
  else made.uuid = uuid;
  if (named !== undefined) made.people = named;
  return made;
}

/** A result with its `ref` and `uuid` first, as in rows. */
export function resultOf({
  object,
  ref,
  uuid = uuidOf(object),
}: Pick<ObjectData, 'object' | 'ref' | 'uuid'>): JsonObject {
  if (ref === undefined) return object;
  return withIdentity(object, uuid === '' ? { ref } : { ref, uuid }, {});
}

function restore(made: Record<string, unknown>, row: JsonObject, key: string): void {
  if (Object.hasOwn(row, key)) made[key] = row[key];
  else delete made[key];
}

function peopleIn(row: JsonObject, people: People): JsonObject | undefined {
  const ids = new Set<string>();
  for (const value of Object.values(row)) {
    if (typeof value === 'string') {
      if (Object.hasOwn(people, value)) ids.add(value);
    } else if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'string' && Object.hasOwn(people, item)) ids.add(item);
    }
  }
  if (ids.size === 0) return undefined;
  return Object.fromEntries([...ids].map((id) => [id, personIn(people, id)]));
}

/** What a row says about a person. */
export function personIn(people: People, id: string): JsonObject {
  return { name: people[id]?.name ?? null, color: people[id]?.color ?? null };
}
