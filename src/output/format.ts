import type { PickedColumn } from './columns/fields.js';
import type { FormatName } from './formats.js';
import type { DetailData, ObjectData, ShownWrite } from './show.js';
import type { JsonObject } from './view.js';
import type { Writer } from './write/writer.js';

/** What the flags say about output (`--json`, `--fields`, `--jq`, …). */
export interface OutputChoice {
  /** `auto` is a table on a terminal, and TSV in a pipe. */
  readonly format: FormatName | 'auto';
  /** Dotted paths, in order; empty means the view's own columns. */
  readonly fields: readonly string[];
  /** The jq expression that what is printed as JSON goes through. */
  readonly jq?: string | undefined;
  readonly pager: boolean;
}

/** A key and its value, in every format. */
export type Pair = readonly [key: string, value: unknown];

/** The rows of a list, or of one of its pages, with everything a format may print of them. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  readonly columns: readonly PickedColumn[];
  /** The row as a value: all of it with our keys first, or exactly the named fields. */
  readonly shape: (row: JsonObject) => JsonObject;
  /** The reference of a row; '' where it has none. */
  readonly refOf: (row: JsonObject) => string;
  /** True for a page after the first. */
  readonly goesOn: boolean;
  /** The plural noun, such as `tasks`. */
  readonly noun: string;
  /** How many rows there were before `-L`. */
  readonly total: number;
  readonly emptyHint: string | undefined;
}

/** One way of printing: everything a command hands over goes through these. */
export interface Format {
  /** Whether a list is written page by page as it comes, or only once it is complete. */
  readonly isByPage: boolean;
  list(writer: Writer, list: Rows): Promise<void>;
  /** One entity, as a `view` command prints it. */
  detail(writer: Writer, data: DetailData): Promise<void>;
  /** A plain object, or the result of a write. */
  object(writer: Writer, data: ObjectData): Promise<void>;
  /** What `--fields` picks from an entity, an object or a result. */
  pairs(writer: Writer, pairs: readonly Pair[]): Promise<void>;
  /** The requests of a dry run. */
  requests(writer: Writer, shown: readonly ShownWrite[]): Promise<void>;
  /** The result, with these keys, of a command that had nothing to do; without, it is written like any other object. */
  nothing?(writer: Writer, keys: readonly string[]): Promise<void>;
  /** One value of any kind; without, the format has no way to print one. */
  value?(writer: Writer, value: unknown): Promise<void>;
}
