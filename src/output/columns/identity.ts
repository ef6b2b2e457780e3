import { refOf, uuidOf } from '../../contract/row.js';
import type { People } from '../../contract/wide.js';
import type { ObjectData } from '../shown.js';
import type { JsonObject } from '../view.js';

/** The row as `--json` prints it: `ref`, `uuid` and the people it names, before the server's fields. */
export function identify(row: JsonObject, people: People): JsonObject {
  return createIdentify(people)(row);
}

/** What is known of a row's identity; if `uuid` is undefined, none is added. */
interface Identity {
  readonly ref: string | null;
  readonly uuid?: string | null;
}

/** The same for an envelope or a result whose reference comes from elsewhere. */
export function withIdentity(row: JsonObject, identity: Identity, people: People): JsonObject {
  return createIdentify(people)(row, identity);
}

/**
 * The same for many rows. The added keys replace the server's. A literal with one spread is far cheaper than several, and this
 * runs for every row of a list.
 */
export function createIdentify(people: People): (row: JsonObject, identity?: Identity) => JsonObject {
  const peopleIn = createNaming(people);
  return (row, identity = { ref: refOf(row) || null, uuid: uuidOf(row) || null }) => {
    const { ref, uuid } = identity;
    const named = peopleIn(row);
    const made: Record<string, unknown> =
      named === undefined ? { ref, uuid, ...row } : { ref, uuid, people: named, ...row };
    made.ref = ref;
    if (uuid !== undefined) made.uuid = uuid;
    else if (Object.hasOwn(row, 'uuid')) made.uuid = row.uuid;
    else delete made.uuid;
    if (named !== undefined) made.people = named;
    return made;
  };
}

/** A result with its `ref` and `uuid` first, as in rows. */
export function resultObject({
  object,
  ref,
  uuid = uuidOf(object),
}: Pick<ObjectData, 'object' | 'ref' | 'uuid'>): JsonObject {
  if (ref === undefined) return object;
  return withIdentity(object, uuid === '' ? { ref } : { ref, uuid }, {});
}

/** Gives the people that a row names, by id. Rows that name only one person share the object. */
function createNaming(people: People): (row: JsonObject) => JsonObject | undefined {
  const ids = new Set<unknown>(Object.keys(people));
  // To look up a text takes long, and ids are all of one length.
  const lengths: boolean[] = [];
  for (const { length } of Object.keys(people)) lengths[length] = true;
  const isKnown = (value: unknown): value is string =>
    typeof value === 'string' && lengths[value.length] === true && ids.has(value);
  const alone = new Map<string, JsonObject>();
  const add = (named: JsonObject | undefined, id: string): JsonObject => {
    const one = alone.get(id) ?? { [id]: { name: people[id]?.name ?? null, color: people[id]?.color ?? null } };
    alone.set(id, one);
    return named === undefined ? one : { ...named, ...one };
  };
  return (row) => {
    let named: JsonObject | undefined;
    for (const key in row) {
      const value = row[key];
      if (Array.isArray(value)) {
        for (const item of value) if (isKnown(item)) named = add(named, item);
      } else if (isKnown(value)) named = add(named, value);
    }
    return named;
  };
}
