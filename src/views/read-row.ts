import { isRow } from '../contract/row.js';
import type { JsonObject } from '../output/view.js';

/** The value under a row's own key, whatever the server put there; undefined when it is absent or null. */
export function ownValue(row: JsonObject, key: string): unknown {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  return value === null ? undefined : value;
}

/** The first of the keys that holds text, or a number or boolean as text; never the text of an object. */
export function textOf(row: JsonObject, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = ownValue(row, key);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  }
  return undefined;
}

/** The first of the keys that holds a list; an empty list when none does. */
export function listOf(row: JsonObject, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) {
    const value = ownValue(row, key);
    if (Array.isArray(value)) return value;
  }
  return [];
}

/** The objects of a list; whatever else stands in it is passed over. */
export function objectsOf(row: JsonObject, ...keys: readonly string[]): readonly JsonObject[] {
  return listOf(row, ...keys).filter(isRow);
}

/** The object under a key, or an empty one. */
export function objectOf(row: JsonObject, key: string): JsonObject {
  const value = ownValue(row, key);
  return isRow(value) ? value : {};
}
