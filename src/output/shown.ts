import type { TrackerError } from '../errors.js';
import type { Detail, HumanLine, JsonObject, Setting } from './view.js';

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
  /** How many finished rows are hidden unless `--state all` is given; shown on a terminal. */
  readonly hidden?: number;
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

/** A plain object as a command hands it over. */
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
  /** Called for an unknown `--fields` name; without it such a name is an error. */
  readonly onUnknown?: (unknown: TrackerError) => Promise<void>;
}

/** A request that is shown instead of sent. */
export interface ShownWrite {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}
