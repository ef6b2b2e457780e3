import type { Side } from '../contract/messages.js';
import type { People } from '../contract/shapes/wide.js';

/** A JSON object exactly as the server sent it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a column may use in addition to its row. */
export interface Setting {
  readonly people: People;
  readonly now: Date;
  readonly me: string | undefined;
  /** The keys of projects and the names of organisations by id, for servers whose rows have ids alone. */
  readonly names?: ReadonlyMap<string, string>;
  /** The global flags of a command on the same server (default: none). */
  readonly flags?: string;
  /** The server's URL, against which relative links and references in texts are resolved. */
  readonly base?: string;
  /** When the time for an answer is counted, such as `mon-fri 9-17` (default: always). */
  readonly officeHours?: string | undefined;
  /** The remembered name of a user who is missing in the response; only for output to people. */
  readonly recall?: (userId: string) => string | undefined;
  readonly sideOf?: (userId: string) => Side | undefined;
  /** The reference of a task or ticket that this computer knows. */
  readonly refOf?: (uuid: string) => string | undefined;
}

/**
 * What a colour on a terminal means; each has one meaning, and none carries it alone:
 *
 * | tone | colour | meaning |
 * |---|---|---|
 * | `accent` | cyan | what can be typed: a reference, a name in a list of names |
 * | `busy` | blue | someone is working on it |
 * | `good` | green | done, in order |
 * | `warn` | yellow | needs care soon: high priority, due today, a warning |
 * | `bad` | red | late, urgent or broken |
 * | `internal` | magenta | only the team can read it |
 * | `strong` | bold | titles, names of people who wrote, what is unread |
 * | `dim` | dim | finished or of little weight |
 */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'busy' | 'warn' | 'bad' | 'internal' | 'accent';

export interface Cell {
  readonly text: string;
  readonly tone?: Tone;
  /** Replaces a text that is just a symbol, or cut short, where words are wanted (`ACCESSIBLE`). */
  readonly word?: string;
  /** The parts of a text that are looked for: a table marks them, and cuts the text around the first. */
  readonly marks?: (text: string) => readonly (readonly [start: number, end: number])[];
}

/** A line for people; an array is cells side by side, with their own spaces. */
export type HumanLine = Cell | string | readonly (Cell | string)[];

/**
 * A column of a list, declared once for every format. `value` is data (TSV, CSV, JSON and `--fields`); only the table on a
 * terminal uses `human`. A column without `head` is shown only with `--fields`.
 */
export interface Column {
  /** Unique in its view: its name in `--fields`, `--sort`, CSV headers and help. */
  readonly key: string;
  readonly head?: string;
  readonly value: (row: JsonObject, setting: Setting) => unknown;
  /** The only fields that `value` looks at. */
  readonly reads?: readonly string[];
  /** Whether `value` looks for names among the people of the response, which may come after its rows. */
  readonly namesPeople?: boolean;
  readonly human?: (row: JsonObject, setting: Setting) => Cell | string;
  /** False for a column that is shown in a table only if `--fields` names it, since another shows the same there. */
  readonly isInTable?: boolean;
  /** Takes the remaining width and is cut first. */
  readonly grow?: boolean;
  /** Dropped after the other columns where there is little room; the beginning of a name (`short`) or a text may stay. */
  readonly keep?: boolean | 'short' | 'text';
  /** Never cut, but left out where there is no room for all of it. */
  readonly isWhole?: boolean;
  readonly right?: boolean;
}

/** A list of one kind of row. The first column is always `ref`. */
export interface ListView {
  /** The plural noun for empty lists and counts, such as `tasks`. */
  readonly noun: string;
  readonly columns: readonly Column[];
  readonly isDim?: (row: JsonObject) => boolean;
  /** Where somebody belongs that a row names, by what the row itself says. */
  readonly sideOf?: (row: JsonObject, userId: string) => Side | undefined;
  /** The columns that `--brief` prints (default: those with heads), and whether it cuts none of their cells. */
  readonly brief?: readonly string[];
  readonly isWhole?: boolean;
  /** The title above the rows of a section, which a terminal shows as a table of its own. */
  readonly sectionOf?: (row: JsonObject) => string;
  /** Fields the API documents for these rows; `--fields` accepts them even if no row has them. */
  readonly fields: readonly string[];
}

/** A view in a pipe: the keys of its `key<TAB>value` lines in order, and a description of what follows. */
export interface DetailLines {
  readonly keys: readonly string[];
  readonly rest?: string;
}

/** A `key<TAB>value` line of a view in a pipe, and its line on a terminal, which is omitted if the value is empty. */
export interface DetailField {
  readonly key: string;
  /** Empty for a field that is data only, with no line on a terminal. */
  readonly label: string;
  readonly value: unknown;
  readonly human?: Cell | string;
}

/** An entry of a timeline: a comment, a reply, an internal note, a system entry. */
export interface TimelineEntry {
  /** The first cell of its row in a pipe: `comment`, `reply`, `note`, `system`, `log`. */
  readonly kind: string;
  /** Its id, or else that of its author; unlike a name, neither changes. */
  readonly id?: string | undefined;
  /** ISO 8601. */
  readonly time: string;
  readonly author: string;
  /** The author on a terminal, who may have a name that this computer remembers. */
  readonly shownAuthor?: string;
  /** Shown next to the author, if it was looked for. */
  readonly side?: Side | 'unknown';
  /** Markdown as the server sent it. */
  readonly text: string;
  /** The text on a terminal, if it is another one. */
  readonly shown?: string;
  /** Shown next to the author, such as `internal note`. */
  readonly mark?: string;
  /** Whether somebody decides whether the text is sent, so that nothing of it may be hidden. */
  readonly isProposed?: boolean;
  readonly files?: readonly string[];
  readonly source?: JsonObject;
}

export function isSaid({ kind }: TimelineEntry): boolean {
  return kind !== 'log' && kind !== 'system';
}

/** A titled block of lines for people, such as a checklist; `rows` are its cells in a pipe. */
export interface DetailBlock {
  readonly title: string;
  readonly lines: readonly HumanLine[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The long text of a detail as the server sent it: markdown, HTML or plain text. */
export type DetailBody = { readonly key: string } & (
  | { readonly markdown: string }
  | { readonly html: string }
  | { readonly plain: string }
);

/** Everything a detail shows, in reading order: header, fields, body, blocks, timeline. */
export interface Detail {
  readonly ref: string;
  readonly title: string;
  /** Who wrote title and body, as far as that is known. */
  readonly by?: { readonly name: string; readonly side: Side | 'unknown' | undefined };
  readonly fields: readonly DetailField[];
  /** The last of the `key<TAB>value` lines. */
  readonly body?: DetailBody;
  readonly blocks?: readonly DetailBlock[];
  readonly timeline?: readonly TimelineEntry[];
  /** How many entries of the timeline were left out before the first one shown. */
  readonly omitted?: number;
  /** How many of those were written by people; what is written has a number, the oldest being 1. */
  readonly omittedSaid?: number;
  /** Whether its latest message matters more than its body. */
  readonly isConversation?: boolean;
}
