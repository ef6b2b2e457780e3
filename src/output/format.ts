import type { Sentence } from '../contract/errors.js';
import type { Io } from '../terminal/streams/io.js';
import type { PickedColumn } from './columns/fields.js';
import { inSlices, type Pieces } from './pager.js';
import type { DetailData, ListData, ObjectData, ShownWrite } from './shown.js';
import type { JsonObject, ListView } from './view.js';

export type Pair = readonly [key: string, value: unknown];

/** The rows of a list or of one of its pages, with everything a format may need. */
export interface Rows
  extends Required<Pick<ListData, 'total' | 'hidden'>>,
    Pick<ListData, 'unread' | 'note' | 'sum' | 'more' | 'emptyHint'> {
  readonly rows: readonly JsonObject[];
  readonly columns: readonly PickedColumn[];
  /** The row as a value: whole, after `ref`, `uuid` and `people`, or with exactly the named fields. */
  readonly shape: (row: JsonObject) => JsonObject;
  /** The reference of a row, or ''. */
  readonly refOf: (row: JsonObject) => string;
  /** True for a page after the first. */
  readonly goesOn: boolean;
  readonly noun: string;
  /** Whether no cell is cut. */
  readonly isWhole?: boolean | undefined;
  readonly sectionOf?: ListView['sectionOf'];
}

/** An output format. Everything a command prints goes through one. */
export interface Format {
  /** Whether a list is written page by page as it arrives, or only when complete. */
  readonly isByPage: boolean;
  readonly isOnlyRefs?: boolean;
  /** Whether only the columns that a list names for it are printed. */
  readonly isBrief?: boolean;
  /** How rows that are JSON are printed: as one array, or as a line each; absent for other formats. */
  readonly json?: 'array' | 'lines';
  /** Whether rows are lines of cells in a pipe or file. */
  readonly isTable?: boolean;
  list(writer: Writer, list: Rows): Promise<void>;
  detail(writer: Writer, data: DetailData): Promise<void>;
  object(writer: Writer, data: ObjectData): Promise<void>;
  /** The fields of an entity, an object or a result chosen by `--fields`. */
  pairs(writer: Writer, pairs: readonly Pair[]): Promise<void>;
  requests(writer: Writer, shown: readonly ShownWrite[]): Promise<void>;
  /** The result of a write in words, and what it has created; if absent, it is written as an object. */
  said?(writer: Writer, sentence: Sentence, ref?: string): Promise<void>;
  /** The result, with these keys, of a command that had nothing to do; if absent, it is written like any other object. */
  nothing?(writer: Writer, keys: readonly string[]): Promise<void>;
  /** One value of any type; if absent, the format cannot print one. */
  value?(writer: Writer, value: unknown): Promise<void>;
}

/** How far a format goes that leaves something out, and the command lines that show the rest. */
export interface FormatLimits {
  /** The most rows, unless the command says how many. */
  readonly most: number | undefined;
  readonly command: string;
  /** Flags to repeat, each with a space before it. */
  readonly flags: string;
  /** The same command with so many rows. */
  readonly rows: (most: number) => string;
  readonly inJson: () => string;
}

/** What every format needs to know about this run. */
export interface Writer {
  readonly io: Io;
  /** The names given with `--fields`, in order; empty means the view's own columns. */
  readonly fields: readonly string[];
  /** Whether a list without rows refuses those that are not declared. */
  readonly refusesUndeclared?: boolean | undefined;
  readonly format: Format;
  readonly color: boolean;
  /** For people who listen: words instead of symbols, and nothing cut. */
  readonly words: boolean;
  readonly links: boolean;
  /** How many lines are seen at first, where longer text goes to the pager. */
  readonly firstLines?: number | undefined;
  readonly processorTime?: (() => number) | undefined;
  readonly goOn: FormatLimits;
  /** Writes text to stdout, through the pager if that is a terminal with fewer lines, and then as `paged` gives it. */
  page(text: Pieces, paged?: () => Promise<string>): Promise<void>;
}

/** Whether a format prints values whole, as JSON does: there a key of the server's is the server's value. */
export function printsValues({ value }: Pick<Format, 'value'>): boolean {
  return value !== undefined;
}

/** Rows written at a time: large enough to be fast, small enough to bound memory. */
const batchSize = 1000;

/** The same for a terminal: little more than a screen, since the pager is started once there is more than that. */
const pagedSize = 50;

export function inPieces<Row>(
  { io }: Writer,
  rows: readonly Row[],
  write: (batch: readonly Row[], start: number) => string,
): Pieces {
  return inSlices(rows, io.stdout.isTerminal ? pagedSize : batchSize, write);
}

export async function writeBatches<Row>({ io }: Writer, rows: readonly Row[], write: (row: Row) => string) {
  for (const text of inSlices(rows, batchSize, (batch) => batch.map(write).join(''))) await io.stdout.write(text);
}
