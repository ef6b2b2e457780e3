import { unsafe } from '../../contract/text/unsafe-characters.js';
import { valuesOf } from '../columns/fields.js';
import { asUnits, dataText, toJson } from '../data/json.js';
import { detailRows } from '../detail/values.js';
import type { Format, Pair, Writer } from '../format.js';
import { writeBatches } from '../format.js';
import type { ShownWrite } from '../shown.js';

/** Tab-separated lines without a header: one per row, or one per key and value. */
export const format: Format = {
  isByPage: true,
  isTable: true,
  list: (writer, { columns, rows }) => writeBatches(writer, rows, (row) => tsvLine(valuesOf(columns, row))),
  detail: (writer, { layout }) => writeLines(writer, detailRows(layout())),
  object: (writer, { fields, isBare }) =>
    writeLines(
      writer,
      fields.map(({ key, value }) => (isBare ? [value] : [key, value])),
    ),
  pairs: (writer, pairs: readonly Pair[]) => writeLines(writer, pairs),
  requests: (writer, shown) => writeLines(writer, shown.map(requestCells)),
  nothing: async () => undefined,
};

async function writeLines({ io }: Writer, rows: readonly (readonly unknown[])[]): Promise<void> {
  await io.stdout.write(rows.map(tsvLine).join(''));
}

export const requestColumns = ['method', 'url', 'body', 'files'] as const;

/** A request of a dry run as cells, in the order of `requestColumns`. */
export function requestCells({ method, url, body, files }: ShownWrite): readonly string[] {
  return [method, url, body === undefined ? '' : toJson(body), files.map(({ name }) => name).join(',')];
}

/** One TSV line; cells are escaped and contain no raw tab or newline. */
export function tsvLine(cells: readonly unknown[]): string {
  return `${cells.map((value) => escapeTsv(dataText(value))).join('\t')}\n`;
}

const unsafeInTsv = new RegExp(`[\\\\${unsafe}]`, 'u');
const unsafeInTsvAll = new RegExp(unsafeInTsv.source, 'gu');

/**
 * One TSV cell: `\t`, `\n`, `\r` and `\\` for tab, newline, carriage return and backslash, `\uXXXX` for anything else that can
 * control a terminal. Reversible, because backslashes are always escaped.
 */
export function escapeTsv(text: string): string {
  return unsafeInTsv.test(text) ? text.replace(unsafeInTsvAll, (found) => tsvNames[found] ?? asUnits(found)) : text;
}

const tsvNames: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };
