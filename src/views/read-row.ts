import { isRow } from '../contract/row.js';
import type { Column, JsonObject } from '../output/view.js';

/** The value of a row's own key, of any type; undefined if absent or null. */
export function ownValue(row: JsonObject, key: string): unknown {
  const value = Object.hasOwn(row, key) ? row[key] : undefined;
  return value === null ? undefined : value;
}

/** The value of a row's own key, as a column; `first` are keys that come before it. */
export function ownColumn(...keys: readonly string[]) {
  const value = (row: JsonObject): unknown => {
    for (const key of keys) {
      const own = ownValue(row, key);
      if (own !== undefined) return own;
    }
    return undefined;
  };
  return { value, reads: keys } satisfies Partial<Column>;
}

/** The first of these keys with text, or with a number or boolean, which becomes text. Objects are skipped. */
export function ownText(row: JsonObject, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = ownValue(row, key);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  }
  return undefined;
}

/** The first of these keys with a list; an empty list if there is none. */
export function listOf(row: JsonObject, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) {
    const value = ownValue(row, key);
    if (Array.isArray(value)) return value;
  }
  return [];
}

/** The objects in a list; other entries are skipped. */
export function objectsOf(row: JsonObject, ...keys: readonly string[]): readonly JsonObject[] {
  return listOf(row, ...keys).filter(isRow);
}

/** The object under a key, or an empty one. */
export function objectOf(row: JsonObject, key: string): JsonObject {
  const value = ownValue(row, key);
  return isRow(value) ? value : {};
}

/** The minutes of a row, which a server may send as a text (docs/api.md, Time log entry). */
export function minutesOf(row: JsonObject): number {
  const minutes = Number(ownText(row, 'minutes') ?? 0);
  return Number.isFinite(minutes) ? minutes : 0;
}
