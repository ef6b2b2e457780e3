import { cleanText } from '../../contract/text/unsafe-characters.js';
import { valuesOf } from '../columns/fields.js';
import { dataText } from '../data/json.js';
import { bodyPairs, headPairs } from '../detail/values.js';
import type { Format, Pair, Writer } from '../format.js';
import { writeBatches } from '../format.js';
import { requestCells, requestColumns } from './tsv.js';

/** CSV with a header (RFC 4180); anything but a list is one record. */
export const format: Format = {
  isByPage: true,
  isTable: true,
  async list(writer, { columns, rows, goesOn }) {
    const keys = columns.map(({ key }) => key);
    if (!goesOn) await writeHeader(writer, keys);
    await writeBatches(writer, rows, (row) => line(writer, valuesOf(columns, row)));
  },
  async detail(writer, { layout }) {
    const detail = layout();
    await writeRecord(writer, [...headPairs(detail), ...bodyPairs(detail)]);
  },
  object: (writer, { fields }) =>
    writeRecord(
      writer,
      fields.map(({ key, value }) => [key, value]),
    ),
  pairs: writeRecord,
  requests: (writer, shown) =>
    writer.io.stdout.write([requestColumns, ...shown.map(requestCells)].map((cells) => line(writer, cells)).join('')),
  nothing: writeHeader,
};

async function writeHeader(writer: Writer, keys: readonly string[]): Promise<void> {
  await writer.io.stdout.write(line(writer, keys));
}

/** One header, one record. A key that occurs several times is one column with one value per line. */
async function writeRecord(writer: Writer, pairs: readonly Pair[]): Promise<void> {
  const columns = new Map<string, unknown>();
  for (const [key, value] of pairs)
    columns.set(key, columns.has(key) ? `${dataText(columns.get(key))}\n${dataText(value)}` : value);
  await writer.io.stdout.write(line(writer, [...columns.keys()]) + line(writer, [...columns.values()]));
}

/** One CSV record (RFC 4180), ending in CRLF; on a terminal, control characters are made visible (docs/requirements.md, R36). */
function line({ io: { stdout } }: Writer, cells: readonly unknown[]): string {
  const texts = cells.map(dataText);
  return `${texts.map((text) => quoteCsv(stdout.isTerminal ? cleanText(text) : text)).join(',')}\r\n`;
}

/** One CSV cell (RFC 4180): quoted if necessary, with quotes doubled. */
export function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
