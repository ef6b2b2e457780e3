import { asUnits } from './escape.js';
import { dataText } from './json.js';

/** One TSV line; cells are escaped and contain no raw tab or newline. */
export function tsvLine(cells: readonly unknown[]): string {
  return `${cells.map(tsvCell).join('\t')}\n`;
}

/** A value as a TSV cell. */
export function tsvCell(value: unknown): string {
  return escapeTsv(dataText(value));
}

/** Characters that a TSV cell cannot hold raw: backslash, controls, bidi controls, tag characters and lone surrogates. */
const unsafeInTsv =
  /[\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\u{e0000}-\u{e007f}]/u;
const unsafeInTsvAll = new RegExp(unsafeInTsv.source, 'gu');

/**
 * One TSV cell: `\t`, `\n`, `\r` and `\\` for tab, newline, carriage return and backslash, `\uXXXX` for anything else that can
 * control a terminal. Reversible, because backslashes are always escaped.
 */
export function escapeTsv(text: string): string {
  return unsafeInTsv.test(text) ? text.replace(unsafeInTsvAll, tsvMark) : text;
}

const tsvNames: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

function tsvMark(found: string): string {
  return tsvNames[found] ?? asUnits(found);
}
