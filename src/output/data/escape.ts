import { unsafeInJson } from '../../contract/unsafe-characters.js';

/** JSON text with unsafe characters as `\uXXXX`: the same value, but safe on a terminal. */
export function escapeJson(json: string): string {
  return json.replace(unsafeInJson, asUnits);
}

/** UTF-16 units as `\uXXXX`. */
export function asUnits(found: string): string {
  return Array.from({ length: found.length }, (_, index) => asUnit(found.charAt(index))).join('');
}

function asUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
