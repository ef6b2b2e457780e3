import { resultOf, withIdentity } from '../columns/identity.js';
import type { Format, Writer } from '../format.js';
import type { JsonObject } from '../view.js';

/** How a format that prints whole values writes them. */
export interface DocumentFormat {
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
    object: (writer, data) => value(writer, resultOf(data)),
    pairs: (writer, pairs) => value(writer, Object.fromEntries(pairs.map(([key, each]) => [key, each ?? null]))),
    requests: (writer, shown) =>
      array(
        writer,
        shown.map(({ method, url, body, files }) => ({ method, url, body: body ?? null, files })),
        (row) => row,
      ),
  };
}
