import type { OutputChoice } from './choice.js';
import type { FormatEntry } from './formats.js';
import type { DetailData, ListData, ObjectData, ShownWrite } from './shown.js';
import type { JsonObject, ListView } from './view.js';

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
