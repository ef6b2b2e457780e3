import { documentFormat } from '../data/documents.js';
import { toJson } from '../data/json.js';
import { batchSize } from '../write/batches.js';

/** One JSON document, indented on a terminal and otherwise on one line. */
export const format = documentFormat({
  isByPage: false,
  frame: { open: '[', between: ',', close: ']\n', empty: '[]\n' },
  async array(writer, rows, shape) {
    const { stdout } = writer.io;
    if (stdout.isTerminal) return await writer.page(`${toJson(rows.map(shape), 2)}\n`);
    if (rows.length === 0) return await stdout.write('[]\n');
    for (let start = 0; start < rows.length; start += batchSize) {
      const batch = toJson(rows.slice(start, start + batchSize).map(shape)).slice(1, -1);
      const isLast = start + batchSize >= rows.length;
      await stdout.write(`${start === 0 ? '[' : ','}${batch}${isLast ? ']\n' : ''}`);
    }
  },
  async value(writer, value) {
    if (writer.io.stdout.isTerminal) await writer.page(`${toJson(value, 2)}\n`);
    else await writer.io.stdout.write(`${toJson(value)}\n`);
  },
});
