import type { Reason, Sentence, TrackerError } from '../contract/errors.js';
import type { Row } from '../contract/row.js';
import type { Detail, HumanLine, JsonObject, ListView, Setting } from './view.js';

/** A list to show: rows as the server sent them, already filtered and sorted. */
export interface ListData {
  readonly rows: readonly JsonObject[];
  readonly setting: Setting;
  /** All rows of the response, including those removed by filters and `-L`: `--fields` accepts their keys. */
  readonly allRows?: readonly JsonObject[] | undefined;
  /** True for a list that reports changes: `expect` has checked its columns, and no `--fields` name is an error any more. */
  readonly isDone?: boolean;
  /** True for rows that are printed as they happen: the first decide which fields are known, instead of waiting for later ones. */
  readonly isLive?: boolean;
  /** How many rows there were before `-L`; a terminal shows `n of m` if some were left out. */
  readonly total?: number;
  /** A row with the sums of the columns that have any, shown below the others on a terminal. */
  readonly sum?: JsonObject | undefined;
  /** How many finished rows are hidden unless `--state all` is given; shown on a terminal. */
  readonly hidden?: number;
  /** How many finished rows were left out without reading their details, which filters need. */
  readonly unread?: number;
  /** Whether the server has more rows than were asked for, however many. */
  readonly more?: boolean;
  /** Also said on a terminal. */
  readonly note?: Sentence | undefined;
  /** Shown on a terminal after `No tasks` if there are no rows, such as `assigned to you`. */
  readonly emptyHint?: string;
}

/** A detail to show: the envelope as the server sent it, and its layout. */
export interface DetailData {
  /** Printed by `--json`, with `ref` and `uuid` added at the top level. */
  readonly envelope: JsonObject;
  readonly ref: string;
  readonly uuid: string;
  readonly setting: Setting;
  /** Called only by formats that need it. */
  readonly layout: () => Detail;
  /** Names that `--fields` accepts in addition to paths into the envelope. */
  readonly fields: readonly string[];
  /** The list whose rows it would be one of: several in CSV or TSV are a table of its columns. */
  readonly list?: ListView;
  /** Where somebody belongs, by what the envelope itself says: what a script reads does not depend on what else was read here. */
  readonly sideOf?: ListView['sideOf'];
  /** Who is waited for and since when, where the format shows it. */
  readonly waits?: string | undefined;
  /** Whether its text is shown whole by every format. */
  readonly isWhole?: boolean;
  /** The most bytes of it in the format for agents, if it is to share an answer. */
  readonly most?: number;
  /** Called once all of it has been shown. */
  readonly onShown?: () => void;
}

export interface ObjectData {
  readonly object: JsonObject;
  readonly fields: readonly { readonly key: string; readonly label: string; readonly value: unknown }[];
  /** Replaces the aligned fields on a terminal. */
  readonly human?: () => readonly HumanLine[];
  /** What happens to lines that are too wide: cut (the default), wrapped below their last cell, or left to the terminal. */
  readonly tooWide?: 'cut' | 'wrap' | 'leave';
  /** The reference of the object's subject: `ref` in JSON, and printed by `-q`. */
  readonly ref?: string;
  /** Added next to `ref` if the object does not contain it. */
  readonly uuid?: string;
  /** Printed by `-q` for an object without a reference. */
  readonly quiet?: string;
  /** Whether a pipe gets the value of its only field without its key. */
  readonly isBare?: boolean;
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

export interface Outcome {
  /** The human reference, or the one given if nothing was found. */
  readonly ref: string;
  readonly uuid: string | undefined;
  readonly sentence?: Sentence;
  /** With `--queue`, whether it is about to be queued, so that nothing else is said about it, and the draft as which it then waits. */
  readonly isQueued?: boolean;
  readonly queuedAs?: number;
  /** What the sentence says after the reference and a colon, if it begins with them. */
  readonly words?: Sentence | undefined;
  /** What changed, by the fields of a response. */
  readonly changes?: Row;
  readonly error?: TrackerError;
  /** The draft in which it is kept for a person to decide on. */
  readonly proposedAs?: number;
}

/** In the order of the references; undefined for those that were not tried. */
export type Outcomes = readonly (Outcome | undefined)[];

/** What became of several things, or of what of them has not been printed yet. */
export interface OutcomesData {
  /** The references as they were given. */
  readonly names: readonly string[];
  readonly outcomes: Outcomes;
  /** Whether all of it is one change, which is said unless a format is chosen. */
  readonly isOneChange?: boolean | undefined;
}

export interface Voice {
  /** Prints a sentence on stderr for people. In JSON formats, one with a code is a warning, and any other is left out. */
  readonly say: (sentence: Sentence, code?: string) => Promise<void>;
  /** A warning on stderr; `{"warning":{…}}` in JSON formats. `reason` is for whoever collects what is said. */
  readonly warn: (message: Sentence, hint?: Sentence, reason?: Reason) => Promise<void>;
}

export interface Speaker {
  readonly show: Voice;
}

export type Remark =
  | { readonly sentence: Sentence; readonly code?: string | undefined }
  | { readonly warning: Sentence; readonly hint?: Sentence | undefined };

/** What a command gives back: `cli/run` shows it, and whoever else runs the command has it as it is. */
export type VerbResult = (
  | { readonly is: 'list'; readonly view: ListView; readonly data: ListData }
  /** With a reader of pages, each of which has only new rows. Formats with a row per line write it as it arrives. */
  | { readonly is: 'pages'; readonly view: ListView; readonly pages: AsyncIterable<ListData> }
  | { readonly is: 'detail'; readonly data: DetailData }
  /** Several entities, one after another; in JSON an array. */
  | { readonly is: 'details'; readonly all: readonly DetailData[] }
  /** One plain object (`inbox count`, `status`, `whoami`): JSON, lines for people, or `key<TAB>value` in a pipe. */
  | { readonly is: 'object'; readonly data: ObjectData }
  /** One value: as text for people, or whole in a format that prints whole data. */
  | { readonly is: 'value'; readonly value: unknown }
  /** There is nothing to show, one entity or several, which is no error; the sentence says so. */
  | { readonly is: 'none'; readonly sentence: Sentence; readonly isMany?: boolean }
  | ({ readonly is: 'result' } & WriteResult)
  | ({ readonly is: 'created' } & CreationResult)
  | ({ readonly is: 'outcomes' } & OutcomesData)
) & {
  /** Called once it has been shown: says what belongs below it, or throws what its pages have brought to light. */
  readonly after?: () => Promise<void>;
  readonly remarks?: readonly Remark[];
  /** Why not all of it is so; thrown once it has been shown. */
  readonly failure?: unknown;
};

/** The result of a write: the sentence for people, the object for a format, and what `-q` prints. */
interface WriteResult {
  readonly sentence: Sentence;
  readonly object: JsonObject;
  readonly quiet: string;
}

/** The result of a creation; at a terminal, its reference is not printed again if it `isSaid` in the sentence. */
interface CreationResult extends Omit<WriteResult, 'quiet'> {
  readonly ref: string;
  readonly isSaid: boolean;
}

/** The same with what `rest`, which comes after it, says and throws. */
export async function withRest(shown: VerbResult, rest: (show: Voice) => Promise<void>): Promise<VerbResult> {
  const remarks: Remark[] = [];
  try {
    await rest({
      say: async (sentence, code) => void remarks.push({ sentence, code }),
      warn: async (warning, hint) => void remarks.push({ warning, hint }),
    });
    return { ...shown, remarks };
  } catch (failure) {
    return { ...shown, remarks, failure };
  }
}

export function listed(view: ListView, data: ListData): VerbResult {
  return { is: 'list', view, data };
}
