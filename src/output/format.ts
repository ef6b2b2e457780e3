import type { PickedColumn } from './columns/fields.js';
import type { FormatName } from './formats.js';
import type { DetailData, ObjectData, ShownWrite } from './show.js';
import type { JsonObject } from './view.js';
import type { Writer } from './write/writer.js';

/** The output flags (`--json`, `--fields`, `--jq`, …). */
export interface OutputChoice {
  /** `auto` is a table on a terminal and TSV in a pipe. */
  readonly format: FormatName | 'auto';
  /** Dotted paths, in order; empty for the view's own columns. */
  readonly fields: readonly string[];
  /** The jq expression that JSON output is filtered with. */
  readonly jq?: string | undefined;
  readonly pager: boolean;
}

/** A key and its value, for any format. */
export type Pair = readonly [key: string, value: unknown];

/** The rows of a list or of one of its pages, with everything a format may need. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  readonly columns: readonly PickedColumn[];
  /** The row as a value: whole, after `ref`, `uuid` and `people`, or with exactly the named fields. */
  readonly shape: (row: JsonObject) => JsonObject;
  /** The reference of a row, or ''. */
  readonly refOf: (row: JsonObject) => string;
  /** True for a page after the first. */
  readonly goesOn: boolean;
  /** The plural noun, such as `tasks`. */
  readonly noun: string;
  /** The number of rows before `-L`. */
  readonly total: number;
  readonly emptyHint: string | undefined;
}

/** An output format. Everything a command prints goes through one. */
export interface Format {
  /** Whether a list is written page by page as it arrives, or only when complete. */
  readonly isByPage: boolean;
  list(writer: Writer, list: Rows): Promise<void>;
  /** One entity, as printed by `view` commands. */
  detail(writer: Writer, data: DetailData): Promise<void>;
  /** A plain object, or the result of a write. */
  object(writer: Writer, data: ObjectData): Promise<void>;
  /** The fields of an entity, an object or a result chosen by `--fields`. */
  pairs(writer: Writer, pairs: readonly Pair[]): Promise<void>;
  /** The requests of a dry run. */
  requests(writer: Writer, shown: readonly ShownWrite[]): Promise<void>;
  /** The result, with these keys, of a command that had nothing to do; if absent, it is written like any other object. */
  nothing?(writer: Writer, keys: readonly string[]): Promise<void>;
  /** One value of any type; if absent, the format cannot print one. */
  value?(writer: Writer, value: unknown): Promise<void>;
}
