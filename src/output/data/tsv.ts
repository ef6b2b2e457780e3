import { unsafe } from '../../contract/unsafe-characters.js';
import { asUnits } from './escape.js';
import { dataText } from './json.js';

/** One TSV line; cells are escaped and contain no raw tab or newline. */
export function tsvLine(cells: readonly unknown[]): string {
  return `${cells.map(tsvCell).join('\t')}\n`;
}

/** A value as a TSV cell. */
function tsvCell(value: unknown): string {
  return escapeTsv(dataText(value));
}

const unsafeInTsv = new RegExp(`[\\\\${unsafe}]`, 'u');
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
