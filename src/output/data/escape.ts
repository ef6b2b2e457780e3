/**
 * Characters that JSON leaves alone although they can control a terminal, reorder a line or hide in it: DEL, C1 and bidi
 * controls, line separators, tag characters (docs/requirements.md, R37 and R39). JSON.stringify already escapes C0 controls and
 * lone surrogates.
 */
const unsafeInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/g;

/** JSON text with those characters as `\uXXXX`: the same value, but safe on a terminal. */
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
