import type { People } from '../contract/wide.js';
import type { JsonObject } from './view.js';

/**
 * The human reference of a row: `displayId`, else a project's `key`, else its `id`, which is the human one where a `uuid`
 * stands beside it (docs/api.md, Conventions 6). Undefined when the row has none.
 */
export function refOf(row: JsonObject): string | undefined {
  return textAt(row, 'displayId') ?? textAt(row, 'key') ?? textAt(row, 'id') ?? textAt(row, 'uuid');
}

/** The database id of a row, used in paths: `uuid`, else `id`. */
export function uuidOf(row: JsonObject): string | undefined {
  return textAt(row, 'uuid') ?? textAt(row, 'id');
}

/** The row as `--json` prints it: `ref`, `uuid`, and the people it names, before everything the server sent. */
export function identify(row: JsonObject, people: People): JsonObject {
  return withIdentity(row, { ref: refOf(row) ?? null, uuid: uuidOf(row) ?? null }, people);
}

/** The same for an envelope or a result whose reference is known from elsewhere. Ours win over the server's fields. */
export function withIdentity(
  row: JsonObject,
  identity: { readonly ref: string | null; readonly uuid?: string | null },
  people: People,
): JsonObject {
  const named = peopleIn(row, people);
  const ours = named === undefined ? identity : { ...identity, people: named };
  return { ...ours, ...row, ...ours };
}

function textAt(row: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function peopleIn(row: JsonObject, people: People): JsonObject | undefined {
  const found = new Map<string, JsonObject>();
  const look = (value: unknown): void => {
    if (typeof value !== 'string' || found.has(value) || !Object.hasOwn(people, value)) return;
    const person = people[value];
    found.set(value, { name: person?.name ?? null, color: person?.color ?? null });
  };
  for (const value of Object.values(row)) {
    if (Array.isArray(value)) value.forEach(look);
    else look(value);
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}
