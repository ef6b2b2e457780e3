import { resultObject, withIdentity } from '../columns/identity.js';
import { toJson } from '../data/json.js';
import { batchSize, type Format, pagedSize, type Writer } from '../format.js';
import type { Pieces } from '../pager.js';
import type { JsonObject } from '../view.js';

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

/** How a format that prints whole values writes them. */
interface DocumentFormat {
  readonly isByPage: boolean;
  readonly json?: Format['json'];
  /** Writes the rows of a list, each converted by `shape`. */
  array(writer: Writer, rows: readonly JsonObject[], shape: (row: JsonObject) => JsonObject): Promise<void>;
  /** Writes one value. */
  value(writer: Writer, value: unknown): Promise<void>;
}

/** A format that prints values whole, as the server sent them, after `ref`, `uuid` and `people`. */
export function documentFormat({ isByPage, json, array, value }: DocumentFormat): Format {
  return {
    isByPage,
    ...(json && { json }),
    value,
    list: (writer, { rows, shape }) => array(writer, rows, shape),
    detail: (writer, { envelope, ref, uuid, setting }) =>
      value(writer, withIdentity(envelope, { ref, uuid }, setting.people)),
    object: (writer, data) => value(writer, resultObject(data)),
    pairs: (writer, pairs) => value(writer, Object.fromEntries(pairs.map(([key, each]) => [key, each ?? null]))),
    requests: (writer, shown) =>
      array(
        writer,
        shown.map(({ method, url, body, files }) => ({ method, url, body: body ?? null, files })),
        (row) => row,
      ),
  };
}

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
