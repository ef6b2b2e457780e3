import { toJson } from '../data/json.js';
import { writeBatches } from '../format.js';
import { documentFormat } from './json.js';

/** JSON lines: one per row of a list, one for anything else. */
export const format = documentFormat({
  isByPage: true,
  json: 'lines',
  array: (writer, rows, shape) => writeBatches(writer, rows, (row) => `${toJson(shape(row))}\n`),
  value: (writer, value) => writer.io.stdout.write(`${toJson(value)}\n`),
});
