import type { TrackerError } from '../errors.js';
import type { OutputChoice } from './format.js';
import type { FormatEntry } from './formats.js';
import type { Detail, HumanLine, JsonObject, ListView, Setting } from './view.js';

/** A list as a command hands it over: rows as the server sent them, already filtered and sorted. */
export interface ListData<Row extends JsonObject = JsonObject> {
  readonly rows: readonly Row[];
  readonly setting: Setting;
  /** All rows of the answer, also those that filters and `-L` left out: their keys are known to `--fields`. */
  readonly answer?: readonly JsonObject[] | undefined;
  /** True for a list that tells what was done, whose columns `expect` has checked: nothing is refused any more. */
  readonly isDone?: boolean;
  /** How many rows there were before `-L`; on a terminal `n of m` is said when rows were left out. */
  readonly total?: number;
  /** Said on a terminal when there are no rows, after `No tasks`, such as `assigned to you`. */
  readonly emptyHint?: string;
}

/** A detail as a command hands it over: the envelope as the server sent it, and its layout. */
export interface DetailData {
  /** What `--json` prints, with `ref` and `uuid` put on its top level. */
  readonly envelope: JsonObject;
  readonly ref: string;
  readonly uuid: string;
  readonly setting: Setting;
  /** Made only when a human or TSV format needs it. */
  readonly layout: () => Detail;
  /** Columns that `--fields` knows besides the envelope's paths. */
  readonly fields: readonly string[];
}

/** The only writer of the program. Data to stdout, everything else to stderr. */
export interface Show {
  list<Row extends JsonObject>(view: ListView<Row>, data: ListData<Row>): Promise<void>;
  /** A list that comes in pages, each with the rows that are new; where a row is a line, it is written as it arrives. */
  pages<Row extends JsonObject>(view: ListView<Row>, pages: AsyncIterable<ListData<Row>>): Promise<void>;
  detail(data: DetailData): Promise<void>;
  /** One plain object (`inbox count`, `status`, `whoami`): JSON, or `lines` for people, or `key<TAB>value` in a pipe. */
  object(data: ObjectData): Promise<void>;
  /** One value: its text for people, or whole in a format that prints data whole. */
  value(value: unknown): Promise<void>;
  /** Text to stdout exactly as given (a token, help, a raw body). */
  text(text: string | Uint8Array): Promise<void>;
  /** One sentence on stderr for people: success of a write, a count. Nothing in JSON formats. */
  say(sentence: string): Promise<void>;
  /**
   * The result of a write: the sentence on stderr for people, or `object` on stdout where a format is asked for; `quiet`
   * is what `-q` prints.
   */
  result(sentence: string, object: JsonObject, quiet: string): Promise<void>;
  /**
   * Throws a usage error for `--fields` that a result with these names does not have: what cannot be printed is refused
   * before anything is done.
   */
  expectResult(names: readonly string[]): Promise<void>;
  /** The result of a creation: the reference on stdout and the sentence on stderr, or `object` where a format is asked for. */
  created(sentence: string, object: JsonObject, ref: string): Promise<void>;
  /**
   * Throws `usage` for a `--fields` name that no row of this list can have: for lists that tell what was done, before it
   * is done.
   */
  expect(view: ListView): Promise<void>;
  /** The writes of a dry run, in every format. */
  requests(shown: readonly ShownWrite[]): Promise<void>;
  /** A warning on stderr; `{"warning":{…}}` in JSON formats. */
  warn(message: string, hint?: string): Promise<void>;
  /** True when stdout gets a JSON format. */
  readonly isJson: boolean;
  /** How much of a thing the format prints. */
  readonly prints: FormatEntry['prints'];
  /** True when a flag asks for a format or for columns. */
  readonly isAsked: boolean;
  /** What the flags ask for, for the few commands whose output has a shape of its own. */
  readonly choice: OutputChoice;
}

/** A request that is shown instead of sent. */
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
  /** The reference of what the object is about: stands in JSON as `ref`, and `-q` prints it. */
  readonly ref?: string;
  /** Stands beside `ref` where the object does not hold it itself. */
  readonly uuid?: string;
  /** What `-q` prints of an object that has no reference. */
  readonly quiet?: string;
  /** Is told of a `--fields` name nobody knows, which is an error where this is left out. */
  readonly tellUnknown?: (unknown: TrackerError) => Promise<void>;
}
