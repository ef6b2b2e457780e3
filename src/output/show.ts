import type { Sentence } from '../contract/errors.js';
import type { Io } from '../terminal/streams/io.js';
import type { FormatLimits, Writer } from './format.js';
import type { FormatEntry, FormatName } from './formats.js';
import type { SpawnPager } from './pager.js';
import type { ListData, ShownWrite, VerbResult, Voice } from './shown.js';
import type { ListView } from './view.js';

/** What a command says and writes itself: data to stdout, everything else to stderr. What it did, it gives back (`Shown`). */
export interface Speech extends Voice {
  /** Shows the rows known so far of a list that takes long; undefined if nothing shows them before the list is complete. */
  part?(view: ListView, data: ListData): void;
  /** Opens the output of a long list whose rows are written as they come; undefined if it can be written only when complete. */
  byRow(view: ListView): (() => Promise<Writer>) | undefined;
  /** Shows what cannot wait until the command has ended. */
  early(shown: VerbResult): Promise<void>;
  /** Writes text to stdout unchanged (a token, help, a raw body). */
  text(text: string | Uint8Array): Promise<void>;
  /** Throws a usage error for `--fields` that a result with these names does not have, before anything is changed. */
  expectResult(names: readonly string[]): Promise<void>;
  /** Throws `usage` for a `--fields` name that no row of this list can have; for lists that report changes, before any change. */
  expect(view: ListView): Promise<void>;
  requests(shown: readonly ShownWrite[]): Promise<void>;
  /** Says that what was shown was kept from an earlier time, and why the server did not answer, if it was asked. */
  age(age: Age): Promise<void>;
  readonly color: boolean;
  readonly isJson: boolean;
  /** What the format prints of an entity. */
  readonly prints: FormatEntry['prints'];
  /** The fields of a list that are asked for: by name, or by a format that prints only some. */
  shownFields(view: Pick<ListView, 'brief'>): readonly string[];
  /** The most rows that the format prints unless more are asked for. */
  readonly mostRows: number | undefined;
  /** True if a flag asks for a format or for columns. */
  readonly isAsked: boolean;
  /** The output flags, for the few commands with output of their own. */
  readonly choice: OutputChoice;
}

/** The only writer of the program, which shows what commands give back, too. */
export interface Show extends Speech {
  /** Throws `usage` for an unknown field. What comes after it is for `showShown`. */
  write(shown: VerbResult): Promise<void>;
}

/** The output flags (`--json`, `--fields`, `--jq`, …). */
export interface OutputChoice {
  /** `auto` means a table on a terminal and TSV in a pipe. */
  readonly format: FormatName | 'auto';
  /** Dotted paths, in order; empty means the view's own columns. */
  readonly fields: readonly string[];
  /** Whether a list without rows refuses the fields that are not declared, since it will have rows later. */
  readonly refusesUndeclared?: boolean | undefined;
  readonly jq?: string | undefined;
  readonly pager: boolean;
}

/** The time of what was shown, and why it does not come from the server. */
export interface Age {
  readonly from: Date;
  readonly why?: Sentence | undefined;
  /** The references of what was changed on this computer since. */
  readonly changed?: readonly string[];
  /** Whether the command takes what is no newer. */
  readonly isYoung?: boolean;
}

export interface ShowParts {
  readonly io: Io;
  readonly choice: OutputChoice;
  readonly color: boolean;
  readonly env: {
    /** `TRACKER_PAGER` or `PAGER`; undefined for the default. */
    readonly pager: string | undefined;
    readonly accessible: boolean;
    /** True if the terminal is known to open links. */
    readonly links?: boolean;
  };
  /** For formats that leave something out. */
  readonly goOn?: FormatLimits | undefined;
  /** For ages (default: the clock of the system). */
  readonly now?: () => Date;
  /** Whether a hint is to be said to a person (default: each time). */
  readonly isNewHint?: (hint: string) => Promise<boolean>;
  readonly processorTime?: (() => number) | undefined;
  readonly spawnPager?: SpawnPager;
}
