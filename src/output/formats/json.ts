import { documentFormat } from '../data/documents.js';
import { toJson } from '../data/json.js';
import { batchSize, pagedSize } from '../format.js';
import type { Pieces } from '../pager.js';
import type { JsonObject } from '../view.js';

/** The rows as one indented array. */
function indented(rows: readonly JsonObject[], shape: (row: JsonObject) => JsonObject): Pieces {
  return {
    *[Symbol.iterator]() {
      for (let start = 0; start < rows.length; start += pagedSize) {
        const batch = toJson(rows.slice(start, start + pagedSize).map(shape), 2).slice(1, -2);
        const isLast = start + pagedSize >= rows.length;
        yield `${start === 0 ? '[' : ','}${batch}${isLast ? '\n]\n' : ''}`;
      }
    },
  };
}

/** One JSON document, indented on a terminal and otherwise on one line. */
export const format = documentFormat({
  isByPage: false,
  json: 'array',
  async array(writer, rows, shape) {
    const { stdout } = writer.io;
    if (rows.length === 0) return await stdout.write('[]\n');
    if (stdout.isTerminal) return await writer.page(indented(rows, shape));
    for (let start = 0; start < rows.length; start += batchSize) {
      const batch = toJson(rows.slice(start, start + batchSize).map(shape)).slice(1, -1);
      const isLast = start + batchSize >= rows.length;
      await stdout.write(`${start === 0 ? '[' : ','}${batch}${isLast ? ']\n' : ''}`);
    }
  },
  async value(writer, value) {
    if (writer.io.stdout.isTerminal) await writer.page([`${toJson(value, 2)}\n`]);
    else await writer.io.stdout.write(`${toJson(value)}\n`);
  },
});
