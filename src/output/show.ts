import type { TrackerError } from '../errors.js';
import type { OutputChoice } from './format.js';
import type { FormatEntry } from './formats.js';
import type { Detail, HumanLine, JsonObject, ListView, Setting } from './view.js';

/** A list as a command passes it: rows as the server sent them, already filtered and sorted. */
export interface ListData<Row extends JsonObject = JsonObject> {
  readonly rows: readonly Row[];
  readonly setting: Setting;
  /** All rows of the answer, including those that filters and `-L` removed: `--fields` accepts their keys. */
  readonly answer?: readonly JsonObject[] | undefined;
  /** True for a list that reports changes already made; `expect` has checked its columns, so no field is refused any more. */
  readonly isDone?: boolean;
  /** The number of rows before `-L`; a terminal also shows `n of m`. */
  readonly total?: number;
  /** Shown on a terminal after `No tasks` if there are no rows, such as `assigned to you`. */
  readonly emptyHint?: string;
}

/** A detail as a command passes it: the envelope as the server sent it, and its layout. */
export interface DetailData {
  /** What `--json` prints, after `ref` and `uuid` are added to its top level. */
  readonly envelope: JsonObject;
  readonly ref: string;
  readonly uuid: string;
  readonly setting: Setting;
  /** Called only if the format needs a layout. */
  readonly layout: () => Detail;
  /** Names that `--fields` accepts in addition to paths into the envelope. */
  readonly fields: readonly string[];
}

/** The only writer of the program. Data goes to stdout, everything else to stderr. */
export interface Show {
  list<Row extends JsonObject>(view: ListView<Row>, data: ListData<Row>): Promise<void>;
  /** A list that comes in pages, each with only new rows. Formats with a row per line write it as it arrives. */
  pages<Row extends JsonObject>(view: ListView<Row>, pages: AsyncIterable<ListData<Row>>): Promise<void>;
  detail(data: DetailData): Promise<void>;
  /** One plain object (`inbox count`, `status`, `whoami`): JSON, `lines` for people, or `key<TAB>value` in a pipe. */
  object(data: ObjectData): Promise<void>;
  /** One value: as text for people, or whole in a format that prints whole data. */
  value(value: unknown): Promise<void>;
  /** Writes text to stdout unchanged (a token, help, a raw body). */
  text(text: string | Uint8Array): Promise<void>;
  /** Prints a sentence on stderr for people, such as a confirmation or a count; nothing in JSON formats. */
  say(sentence: string): Promise<void>;
  /**
   * The result of a write: the sentence on stderr for people, or `object` on stdout if a format is asked for; `quiet` is what
   * `-q` prints.
   */
  result(sentence: string, object: JsonObject, quiet: string): Promise<void>;
  /** Throws a usage error for `--fields` that a result with these names does not have, before anything is changed. */
  expectResult(names: readonly string[]): Promise<void>;
  /** The result of a creation: the reference on stdout and the sentence on stderr, or `object` if a format is asked for. */
  created(sentence: string, object: JsonObject, ref: string): Promise<void>;
  /**
   * Throws `usage` for a `--fields` name that no row of this list can have. For lists that report changes, called before any
   * change.
   */
  expect(view: ListView): Promise<void>;
  /** The writes of a dry run, in every format. */
  requests(shown: readonly ShownWrite[]): Promise<void>;
  /** A warning on stderr; `{"warning":{…}}` in JSON formats. */
  warn(message: string, hint?: string): Promise<void>;
  /** True if stdout gets a JSON format. */
  readonly isJson: boolean;
  /** What the format prints of an entity. */
  readonly prints: FormatEntry['prints'];
  /** True if a flag asks for a format or for columns. */
  readonly isAsked: boolean;
  /** The output flags, for the few commands with output of their own. */
  readonly choice: OutputChoice;
}

/** A request shown instead of sent. */
export interface ShownWrite {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

export interface ObjectData {
  readonly object: JsonObject;
  readonly fields: readonly { readonly key: string; readonly label: string; readonly value: unknown }[];
  /** Replaces the aligned fields on a terminal. */
  readonly human?: () => readonly HumanLine[];
  /** The reference of the thing the object is about: `ref` in JSON, and what `-q` prints. */
  readonly ref?: string;
  /** Printed next to `ref` if the object does not contain it. */
  readonly uuid?: string;
  /** What `-q` prints for an object without a reference. */
  readonly quiet?: string;
  /** Handles a `--fields` name that nobody knows; without it, such a name is an error. */
  readonly onUnknown?: (unknown: TrackerError) => Promise<void>;
}
