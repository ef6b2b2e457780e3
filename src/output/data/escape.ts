/**
 * Characters that JSON leaves as they are though they may drive a terminal, reorder a line or hide in it: DEL, C1 and bidi
 * controls, line separators, tag characters (docs/requirements.md, R37 and R39). JSON.stringify already escapes C0 controls
 * and lone surrogates.
 */
const unsafeInJson = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/g;

/** JSON text with those characters as `\uXXXX`: equal in value, harmless on a terminal. */
export function escapeJson(json: string): string {
  return json.replace(unsafeInJson, asUnits);
}

/** What a TSV cell cannot hold raw: backslash, controls, bidi controls, tag characters and lone surrogates. */
const unsafeInTsv =
  /[\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\u{e0000}-\u{e007f}]/u;
const unsafeInTsvAll = new RegExp(unsafeInTsv.source, 'gu');

/**
 * One TSV cell: `\t`, `\n`, `\r` and `\\` for tab, newline, carriage return and backslash, `\uXXXX` for whatever else may
 * drive a terminal. Reversible, since a backslash is never left alone.
 */
export function escapeTsv(text: string): string {
  return unsafeInTsv.test(text) ? text.replace(unsafeInTsvAll, tsvMark) : text;
}

/** One CSV cell after RFC 4180: quoted where it has to be, quotes doubled. */
export function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const tsvNames: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

function tsvMark(found: string): string {
  return tsvNames[found] ?? asUnits(found);
}

function asUnits(found: string): string {
  return Array.from({ length: found.length }, (_, index) => asUnit(found.charAt(index))).join('');
}

function asUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
