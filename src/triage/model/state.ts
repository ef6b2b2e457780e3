import type { Sentence } from '../../contract/errors.js';
import type { Macro } from '../../contract/macro.js';
import type { Row } from '../../contract/row.js';
import type { Name } from '../../output/text/sentence.js';
import type { Decision, DecisionTarget } from './decisions/decision.js';
import type { OwnChoices, Tab } from './keys/own-keys.js';
import type { AcceptedProposal, Mode, TextSearch, UnsentText, UnsentWork } from './mode.js';

/** What a row is about. */
export type Kind = 'ticket' | 'task' | 'notification';

/** A row of the list; the uuid of a notification is its id. */
export interface Item extends Name {
  readonly kind: Kind;
  /** Of a notification: the reference of its task or ticket, as far as its row and this computer tell. */
  readonly about?: string | undefined;
  /** As the server sent it, with what was decided since. */
  readonly row: Row;
  /** The time by which the list is sorted (ISO 8601), if it is by a time. Details and decisions do not change it. */
  readonly last?: string | undefined;
  /** What that time is called, such as `Waiting`. */
  readonly head?: string | undefined;
  /** When it had last changed as the user saw it in another session or command, if it has changed since (ISO 8601). */
  readonly since?: string | undefined;
  /** What the customer has written so that it is no longer put off, and until when it was to be (ISO 8601). */
  readonly woken?: 'message' | 'short' | undefined;
  readonly until?: string | undefined;
}

/** Whether the list is read for the first time, once more, once more to be shown in its order, or is another one. */
export type Fill = 'first' | 'again' | 'reload' | 'another';

interface List {
  /** What it contains, such as `waiting on us`. */
  readonly title: string;
  /** What its rows are about; found ones may be about something else. */
  readonly kind: Kind;
  readonly items: readonly Item[];
  /** Names by user id. */
  readonly people: Row;
  /** What is left out because it is put off, where that is done. */
  readonly asleep?: ReadonlySet<string> | undefined;
  /** The column by which it is sorted, a leading - for descending; undefined for the usual order. */
  readonly sort?: string | undefined;
  /** Which of the lists that digits open it is. */
  readonly tab?: number | undefined;
  /** More of it will follow, none of which is new. */
  readonly isPart?: boolean;
}

/** A list that has been read. */
export interface ListAnswer extends List {
  /** All rows of the response, also those that the list leaves out. */
  readonly allRows?: readonly Row[] | undefined;
  readonly fill: Fill;
}

/** What has happened to a row. */
export interface Mark {
  /** What was decided, such as `open → resolved`. */
  readonly decided?: string;
  /** What somebody else has changed since it was seen. */
  readonly changed?: string;
  /** When it had last been changed before that (ISO 8601). */
  readonly since?: string;
  readonly isNew?: boolean;
  /** Somebody else has done something so that it is no longer in the list, or has deleted it. */
  readonly isGone?: boolean;
  /** To be read, because the list does not tell who changed it, or what it is now. */
  readonly isUnsure?: boolean;
  /** It is not known yet whether somebody else did this, and until then it is no news. */
  readonly isUntold?: boolean;
  /** Looked for by the user, and not in the list. */
  readonly isFound?: boolean;
  /** Put off until later. */
  readonly isLater?: boolean;
  /** Why nothing more about it can be shown. */
  readonly unreadable?: Sentence;
  /** There is none any more, or not for the user, so that nothing can be done with it. */
  readonly isMissing?: boolean;
  /** Why something was not done. */
  readonly trouble?: Sentence;
  /** Someone else changed it first, and the user has not yet chosen whose value to keep; one for each field. */
  readonly conflicts?: readonly Conflict[];
}

/** A value that is not what it was when the decision was made. */
export interface Conflict {
  readonly decision: Decision;
  /** Such as `Priya changed the priority to urgent`. */
  readonly words: Sentence;
  /** The field with the value that it has now. */
  readonly row: Row;
}

/** What became of a decision, for one row. */
export type RowOutcome =
  /** `made` is the reference of the task that a ticket was converted to. */
  | { readonly target: DecisionTarget; readonly is: 'done'; readonly made?: string | undefined }
  /** `why` says also what was not done. */
  | { readonly target: DecisionTarget; readonly is: 'refused'; readonly why: Sentence }
  | {
      readonly target: DecisionTarget;
      readonly is: 'conflict';
      readonly why: Sentence;
      /** The field with the value that it has now. */
      readonly row: Row;
      /** All of the ticket or task, for a list that does not have it. */
      readonly entity?: Row;
    };

/** A line below the list that says what was done or what went wrong. */
export interface Notice {
  readonly text: Sentence;
  readonly tone: 'good' | 'bad' | 'plain';
  /** It says something that `u` takes back. */
  readonly canUndo?: boolean;
  /** It says something about rows that `v` goes to. */
  readonly canLook?: boolean;
  /** It says that a list is being read, so that it is over once that has come. */
  readonly isReading?: boolean;
}

/** How changes are noticed. */
export interface Badge {
  /** `failing`: the server responds, but the list cannot be read. */
  readonly is: 'live' | 'polling' | 'failing' | 'offline' | 'signed out' | 'opening';
  /** Since when nothing has been read (ISO 8601). */
  readonly since?: string;
}

/** Whether nothing can be sent. */
export function isAway({ is }: Badge): boolean {
  return is === 'offline' || is === 'signed out';
}

/** The words that the fields of tickets or tasks can have. */
export interface FieldWords {
  readonly status: readonly string[];
  readonly priority: readonly string[];
  readonly category: readonly string[];
  readonly tags: readonly string[];
}

/** A macro, or why it cannot be used. */
export interface MacroChoice extends Macro {
  readonly name: string;
  /** Whether it is for a duplicate of another ticket. */
  readonly needsOriginal?: boolean;
  readonly why?: Sentence;
}

/** The words that can be chosen. */
export interface ChoosableWords {
  readonly ticket: FieldWords;
  readonly task: FieldWords;
  readonly projects: readonly { readonly key: string; readonly name: string }[];
  readonly templates: readonly string[];
  readonly templatesFolder: string;
  readonly macros: readonly MacroChoice[];
  /** Ways to fill the list. */
  readonly sources: readonly string[];
  /** Whether the user is a customer, not one of the team. */
  readonly isExternal?: boolean;
  /** The ids of people who are known to be of the team. */
  readonly team?: readonly string[];
}

/** When what is held is sent again. */
export interface Retry {
  /** How often in a row the server could not be reached. */
  readonly tries: number;
  /** Whether a timer is running. */
  readonly isTimed: boolean;
  /** Whether the server has said how long to wait, so that nothing else ends the wait. */
  readonly isAsked: boolean;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Whether nothing can be shown that one could decide about. */
export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < 20 || rows < 8;
}

/** Where the list ends, and whether the detail is hidden, as the user has it on this computer. */
export interface Split {
  /** By how many cells the list is wider than usual, beside the detail. */
  readonly columns: number;
  /** By how many lines it is taller, above the detail. */
  readonly rows: number;
  readonly isHidden: boolean;
}

/** A place to go back to. */
interface Place {
  readonly item: Item;
  readonly filter: string;
  readonly scroll: number;
}

/** The proposals for a row, and how many of their lines have been on the screen, or were read out, from the first one on. */
export interface ReadProposals {
  readonly key: string;
  readonly lines: number;
  readonly upTo: number;
}

interface BatchResult {
  readonly outcomes: readonly RowOutcome[];
  readonly text: 'draft' | 'memory' | undefined;
}

/** A similar ticket or task, with the words in common, the rarest first. */
export interface SimilarItem extends Item {
  readonly words: readonly string[];
}

/** Everything the screen depends on. The rows are in the order on the screen, which only changes when the user reloads the list. */
export interface State extends List {
  /** The id of the signed-in user, if known. */
  readonly me: string | undefined;
  readonly host: string;
  /** The command to sign in to it again. */
  readonly signIn: string;
  /** The command that lists its unsent texts. */
  readonly drafts: string;
  /** What the list will contain after a reload. */
  readonly fresh: readonly Item[];
  /** Another list or order that the user has asked for; `at` is the row that stays at the cursor then. */
  readonly awaited?: { readonly name: string; readonly at?: string | undefined } | undefined;
  /** A key came before what it was for, and so may be what follows it without a pause. */
  readonly isTypedAhead?: true;
  /** Another list or order, which came while something was written or chosen; it is shown after that. */
  readonly other?: ListAnswer;
  /** What the last search found, of which only the chosen one comes into the list. */
  readonly found?: readonly Item[];
  /** Where the cursor was before it went to what was looked for, the last place at the end. */
  readonly trail?: readonly Place[];
  /** The tickets of each customer, by id, the last active first. */
  readonly customers?: ReadonlyMap<string, readonly Item[]>;
  /** The similar tickets and tasks, by the uuid of the one for which they were looked for, and with how many it was compared. */
  readonly similar?: { readonly of: ReadonlyMap<string, readonly SimilarItem[]>; readonly among: string };
  /** Until when something was put off last, as it was chosen. */
  readonly lastMoment?: string;
  /** The lists that digits open. */
  readonly tabs?: readonly Tab[];
  readonly own?: OwnChoices | undefined;
  readonly isLoaded: boolean;
  /** Whether a key has been pressed, so that rows must stay where they are. */
  readonly isTouched: boolean;
  /** The row with the cursor, and that of each list that was left, by its title. */
  readonly at: string;
  readonly places?: ReadonlyMap<string, string>;
  /** The cursor is where it was the last time, and stays there although no key was pressed. */
  readonly isPlaced?: boolean;
  /** The key before was a g that opened nothing. */
  readonly isAfterG?: boolean;
  /** The key before was Ctrl-C. */
  readonly isInterrupted?: boolean;
  readonly marks: ReadonlyMap<string, Mark>;
  /** What rows are about as the user last saw it, for those where a value that can be decided has changed since. */
  readonly unseen: ReadonlyMap<string, Row>;
  readonly selected: ReadonlySet<string>;
  /** Decisions that the server has not taken yet, oldest first. */
  readonly pending: readonly Decision[];
  /** When what is held is sent again, if the server could not be reached the last time. */
  readonly retry?: Retry | undefined;
  readonly filter: string;
  readonly mode: Mode;
  /** Responses with everything about a row. */
  readonly details: ReadonlyMap<string, Row>;
  /** How far the detail is scrolled. */
  readonly scroll: number;
  /** It is to be scrolled to what the other side wrote last, once it is known where that is. */
  readonly isToLastWords?: boolean;
  readonly split?: Split;
  /** Whether the detail fills the screen. */
  readonly isZoomed?: boolean;
  readonly sought?: TextSearch;
  readonly notice: Notice | undefined;
  /** What earlier sessions left, shown beside the notice until a key is pressed. */
  readonly reminder?: Sentence | undefined;
  /** The unsent texts of that time, of which it reminds as long. */
  readonly remindsOf?: readonly UnsentText[] | undefined;
  readonly unsent?: UnsentWork;
  /** By how many lines a page of the detail is scrolled. */
  readonly pageLines?: number;
  readonly readProposals?: ReadProposals;
  /** The last one at the end. */
  readonly accepted?: readonly AcceptedProposal[];
  /** The proposal, and what others have written since, about which the user was warned. */
  readonly warnedOf?: string;
  /** The titles of what earlier sessions left and the list may not have, by reference. */
  readonly titles?: Readonly<Record<string, string>>;
  /** What became of the messages of each text for several rows, by its number. */
  readonly batches?: ReadonlyMap<number, BatchResult>;
  /** The decisions that the server has taken and `u` can undo, by number, the last one at the end. */
  readonly done?: readonly number[] | undefined;
  /** The last change is not in the ledger, so that it cannot be undone. */
  readonly isUndoLost?: boolean;
  /** The row about which it was said last that it was refused or is in conflict; `v` goes there first. */
  readonly lastTroubled?: string | undefined;
  /** What `.` repeats. */
  readonly last: Decision | undefined;
  readonly words: ChoosableWords;
  readonly badge: Badge;
  readonly unread: number | undefined;
  readonly size: Size;
  /** Where the cursor goes after each decision; undefined: on, once nobody waits any longer. */
  readonly after?: 'stay' | 'next' | undefined;
  /** How long a public reply can be taken back before it is sent (milliseconds). */
  readonly replyDelayMs?: number;
  /** Whether what has not been sent cannot be kept on disk. */
  readonly isUnkept?: boolean;
  /** Whether it is read out, a line at a time, and nothing is drawn. */
  readonly isSpoken?: boolean;
  /** The number of the next decision. */
  readonly next: number;
  readonly isOver: boolean;
}

const noFieldWords: FieldWords = { status: [], priority: [], category: [], tags: [] };

export const noWords: ChoosableWords = {
  ticket: noFieldWords,
  task: noFieldWords,
  projects: [],
  templates: [],
  templatesFolder: '',
  macros: [],
  sources: [],
};
