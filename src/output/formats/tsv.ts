import { valuesOf } from '../columns/fields.js';
import { tsvLine } from '../data/tsv.js';
import type { Format, Pair, Writer } from '../format.js';
import { writeBatches } from '../write/batches.js';

/** Tab-separated lines without a header: one per row, or one per key and value. */
export const format: Format = {
  isByPage: true,
  isTable: true,
  list: (writer, { columns, rows }) => writeBatches(writer, rows, (row) => tsvLine(valuesOf(columns, row))),
  async detail(writer, { layout }) {
    const { detailRows } = await import('../detail/pairs.js');
    await writeLines(writer, detailRows(layout()));
  },
  object: (writer, { fields, isBare }) =>
    writeLines(
      writer,
      fields.map(({ key, value }) => (isBare ? [value] : [key, value])),
    ),
  pairs: (writer, pairs: readonly Pair[]) => writeLines(writer, pairs),
  async requests(writer, shown) {
    const { requestCells } = await import('../data/request-cells.js');
    await writeLines(writer, shown.map(requestCells));
  },
  nothing: async () => undefined,
};

async function writeLines({ io }: Writer, rows: readonly (readonly unknown[])[]): Promise<void> {
  await io.stdout.write(rows.map(tsvLine).join(''));
}
