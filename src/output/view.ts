import type { People } from '../contract/wide.js';

/** A JSON object from the server, as it came. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a column may look at besides its row. */
export interface Setting {
  /** Display data of the users the answer mentions. */
  readonly people: People;
  readonly now: Date;
  /** The id of the signed-in user, where known. */
  readonly me: string | undefined;
  /** From project uuid to key, for servers whose rows name projects by uuid. */
  readonly projects?: Readonly<Record<string, string>>;
  /** The address of the server, which relative links and references in texts are meant under. */
  readonly base?: string;
  /** The name this machine remembers for a user id the answer does not explain; for human eyes alone. */
  readonly recall?: (userId: string) => string | undefined;
}

/** How a cell is tinted on a terminal. Meaning never depends on it. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'busy' | 'warn' | 'bad' | 'accent';

/** A cell for human eyes. */
export interface Cell {
  readonly text: string;
  readonly tone?: Tone;
  /** Stands instead of a text that is a mere symbol, where words are wanted (`ACCESSIBLE`). */
  readonly word?: string;
}

/** One line for human eyes; an array is cells side by side, with their own spaces. */
export type HumanLine = Cell | string | readonly (Cell | string)[];

/**
 * One column of a list, declared once for every format. `value` is data (TSV, CSV, JSON and `--fields`); only the table
 * on a terminal uses `human`. Without `head` a column is shown by `--fields` alone.
 */
export interface Column<Row = JsonObject> {
  /** Unique in its view: the name used by `--fields`, `--sort`, CSV headers and the help. */
  readonly key: string;
  readonly head?: string;
  readonly value: (row: Row, setting: Setting) => unknown;
  readonly human?: (row: Row, setting: Setting) => Cell | string;
  /** Takes the width that is left, and is the first to be cut. */
  readonly grow?: boolean;
  /** Set flush right in the table. */
  readonly right?: boolean;
}

/** A list of one kind of row. The first column is always `ref`. */
export interface ListView<Row = JsonObject> {
  /** The plural noun for empty lists and counts, such as `tasks`. */
  readonly noun: string;
  readonly columns: readonly Column<Row>[];
  /** Field names that the API documents for these rows, known to `--fields` even when no row carries them. */
  readonly fields: readonly string[];
}

/** A view in a pipe: the keys of its `key<TAB>value` lines in order, and what follows them in words. */
export interface DetailLines {
  readonly keys: readonly string[];
  readonly rest?: string;
}

/** One `key<TAB>value` line of a view in a pipe, and its line on a terminal, where an empty value has none. */
export interface DetailField {
  readonly key: string;
  /** Empty for a field that is data only and has no line on a terminal. */
  readonly label: string;
  readonly value: unknown;
  readonly human?: Cell | string;
}

/** An entry of a timeline: a comment, a reply, an internal note, a system entry. */
export interface TimelineEntry {
  /** The first cell of its row in a pipe: `comment`, `reply`, `note`, `system`, `log`. */
  readonly kind: string;
  /** ISO 8601. */
  readonly time: string;
  readonly author: string;
  /** Markdown as the server sent it. */
  readonly text: string;
  /** Said in words beside the author, such as `internal note`. */
  readonly mark?: string;
  readonly files?: readonly string[];
}

/** A titled block of lines, such as a checklist, for human eyes; `rows` are its cells in a pipe. */
export interface DetailBlock {
  readonly title: string;
  readonly lines: readonly HumanLine[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The long text of a detail as the server sent it: markdown, HTML, or text without any formatting. */
export type DetailBody = { readonly key: string } & (
  | { readonly markdown: string }
  | { readonly html: string }
  | { readonly plain: string }
);

/** Everything a detail shows, in reading order: header, fields, body, blocks, timeline. */
export interface Detail {
  readonly ref: string;
  readonly title: string;
  readonly fields: readonly DetailField[];
  /** Stands last among the `key<TAB>value` lines. */
  readonly body?: DetailBody;
  readonly blocks: readonly DetailBlock[];
  readonly timeline: readonly TimelineEntry[];
  /** How many entries of the timeline were left out before the first one shown. */
  readonly omitted?: number;
}
