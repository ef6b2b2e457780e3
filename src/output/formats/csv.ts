import { valuesOf } from '../columns/fields.js';
import { csvLine } from '../data/csv.js';
import { dataText } from '../data/json.js';
import { requestCells, requestColumns } from '../data/request-cells.js';
import type { Format, Pair, Writer } from '../format.js';
import { writeBatches } from '../write/batches.js';

/** CSV with a header (RFC 4180); anything but a list is one record. */
export const format: Format = {
  isByPage: true,
  isTable: true,
  async list(writer, { columns, rows, goesOn }) {
    if (!goesOn)
      await writeHeader(
        writer,
        columns.map(({ key }) => key),
      );
    await writeBatches(writer, rows, (row) => line(writer, valuesOf(columns, row)));
  },
  async detail(writer, { layout }) {
    const { bodyPairs, headPairs } = await import('../detail/pairs.js');
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

function line({ io }: Writer, cells: readonly unknown[]): string {
  return csvLine(cells, io.stdout.isTerminal);
}
