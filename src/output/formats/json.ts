import { resultObject } from '../columns/identity.js';
import { toJson } from '../data/json.js';
import { type Format, inPieces, type Writer } from '../format.js';
import type { JsonObject } from '../view.js';

/** One JSON document, indented on a terminal and otherwise on one line. */
export const format = documentFormat({
  isByPage: false,
  json: 'array',
  async array(writer, rows, shape) {
    const [indent, end] = writer.io.stdout.isTerminal ? [2, '\n]'] : [0, ']'];
    if (rows.length === 0) return await writer.page(['[]\n']);
    const text = inPieces(writer, rows, (batch, start) => {
      const items = toJson(batch.map(shape), indent).slice(1, -end.length);
      return `${start === 0 ? '[' : ','}${items}${start + batch.length < rows.length ? '' : `${end}\n`}`;
    });
    await writer.page(text);
  },
  value: (writer, value) => writer.page([`${toJson(value, writer.io.stdout.isTerminal ? 2 : 0)}\n`]),
});

interface DocumentFormat extends Pick<Format, 'isByPage' | 'json'>, Required<Pick<Format, 'value'>> {
  array(writer: Writer, rows: readonly JsonObject[], shape: (row: JsonObject) => JsonObject): Promise<void>;
}

/** A format that prints values whole, as the server sent them, after `ref`, `uuid` and `people`. */
export function documentFormat({ isByPage, json, array, value }: DocumentFormat): Format {
  return {
    isByPage,
    ...(json && { json }),
    value,
    list: (writer, { rows, shape }) => array(writer, rows, shape),
    detail: async (writer, data) =>
      await value(writer, (await import('../detail/with-identity.js')).withIdentity(data)),
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
