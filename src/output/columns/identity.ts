import { refOf, uuidOf } from '../../contract/row.js';
import type { People } from '../../contract/shapes/wide.js';
import type { ObjectData } from '../shown.js';
import type { JsonObject, ListView } from '../view.js';

/** The row as `--json` prints it: `ref`, `uuid` and the people it names, before the server's fields. */
export function identify(row: JsonObject, people: People, sideOf?: SideOf): JsonObject {
  return createIdentify(people, sideOf)(row);
}

/** What is known of a row's identity; if `uuid` is undefined, none is added. */
export interface Identity {
  readonly ref: string | null;
  readonly uuid?: string | null;
}

/** Where somebody belongs, by what the row says that names them. */
type SideOf = ListView['sideOf'];

/** The same for many rows; the added keys replace the server's. A literal with one spread is far cheaper than several. */
export function createIdentify(people: People, sideOf?: SideOf): Identify {
  return identifyWith(createNaming(people, sideOf, Object.values));
}

type Identify = (row: JsonObject, identity?: Identity) => JsonObject;

export function identifyWith(peopleIn: ReturnType<typeof createNaming>): Identify {
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
  return createIdentify({})(object, uuid === '' ? { ref } : { ref, uuid });
}

/** Gives the people whose ids are among these values of a row, or in lists there. Rows that name only one person share the object. */
export function createNaming(
  people: People,
  sideOf: SideOf,
  valuesOf: (row: JsonObject) => readonly unknown[],
): (row: JsonObject) => JsonObject | undefined {
  const ids = new Set<unknown>(Object.keys(people));
  // To look up a text takes long, and ids are all of one length.
  const lengths: boolean[] = [];
  for (const { length } of Object.keys(people)) lengths[length] = true;
  const isKnown = (value: unknown): value is string =>
    typeof value === 'string' && lengths[value.length] === true && ids.has(value);
  const alone = new Map<string, JsonObject>();
  const add = (named: JsonObject | undefined, id: string, row: JsonObject): JsonObject => {
    const side = sideOf?.(row, id) ?? 'unknown';
    const person = { name: people[id]?.name ?? null, color: people[id]?.color ?? null, side };
    const one = alone.get(side + id) ?? { [id]: person };
    alone.set(side + id, one);
    return named === undefined ? one : { ...named, ...one };
  };
  return (row) => {
    let named: JsonObject | undefined;
    for (const value of valuesOf(row)) {
      if (Array.isArray(value)) {
        for (const item of value) if (isKnown(item)) named = add(named, item, row);
      } else if (isKnown(value)) named = add(named, value, row);
    }
    return named;
  };
}
