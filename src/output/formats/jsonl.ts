import { documentFormat } from '../data/documents.js';
import { toJson } from '../data/json.js';
import { writeBatches } from '../write/batches.js';

/** JSON on one line: a line for each row of a list, one line for anything else. */
export const format = documentFormat({
  isByPage: true,
  array: (writer, rows, shape) => writeBatches(writer, rows, (row) => `${toJson(shape(row))}\n`),
  value: (writer, value) => writer.io.stdout.write(`${toJson(value)}\n`),
});
