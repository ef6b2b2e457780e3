import type { Sentence } from '../../contract/errors.js';
import type { FollowUp } from '../../contract/following.js';
import type { Macro } from '../../contract/macro.js';
import type { Row } from '../../contract/row.js';
import type { Name } from '../../output/text/sentence.js';
import type { Line } from '../../output/text/span.js';
import type { What } from './decisions/decision.js';
import type { TextField } from './texts/text-field.js';

/** What the keys are for. */
export type Mode =
  | { readonly is: 'list' }
  | ActionsMode
  | { readonly is: 'filter'; readonly field: TextField; readonly before: string }
  /** What is searched for in the detail: where that was before, and what was searched for. */
  | { readonly is: 'search'; readonly field: TextField; readonly scroll: number; readonly before?: TextSearch }
  | PickMode
  | AskingLine
  | WritingMessage
  /** What is typed before a text has been found must not act on the row that is still at the cursor. */
  | { readonly is: 'find'; readonly text: string }
  /** What has not been sent is asked about, or waited for. */
  | { readonly is: 'leave'; readonly isWaiting?: boolean };

/** The list of actions: those that have the typed words, or, without any, all of them, with the marks. */
export interface ActionsMode {
  readonly is: 'actions';
  readonly field: TextField;
  /** Which of those shown is marked; -1 if none is. */
  readonly at: number;
  /** How far it is scrolled while none is. */
  readonly from: number;
}

/** What the user saw in the fields that are about to be replaced, by row. */
export type SeenValues = ReadonlyMap<string, Row>;

/** What is looked for in the detail, and which of the places that have it is shown. */
export interface TextSearch {
  readonly text: string;
  readonly at: number;
}

/** One value is chosen by its letter, or by typing a part of its name. */
export interface PickMode {
  readonly is: 'pick';
  readonly what: What | 'source' | 'template' | 'found' | 'follow' | 'snooze' | 'macro' | 'sort';
  readonly title: string;
  /** The rows that it is about, whatever the cursor is on by then. */
  readonly rows: readonly string[];
  readonly options: readonly PickOption[];
  /** Typing narrows the options; without it, each has a letter. */
  readonly field?: TextField;
  /** Which of the options shown is marked; -1 if none is. */
  readonly at: number;
  /** Whether each option has a line of its own. */
  readonly isList?: boolean;
  /** Whether what was typed may be a value of its own. */
  readonly takesNew?: boolean;
  /** Whether the title says why it is asked first, as of another task or of more time than a day has. */
  readonly isConfirmed?: boolean;
  /** What goes on after it, such as the text a template is for. */
  readonly resume?: WritingMessage;
}

export interface PickOption {
  readonly letter?: string;
  readonly text: string;
  readonly value: string;
  /** Its age is shown before it (ISO 8601). */
  readonly time?: string | undefined;
  /** It has this value now. */
  readonly isSet?: boolean;
  readonly leads?: Followable;
}

/** What a detail shows that can be followed, and how it is called there. */
export type Followable = { readonly text: string } & (
  | { readonly does: 'download'; readonly id: string; readonly size: string }
  | { readonly does: 'open'; readonly url: string }
  /** `to` is a reference, or the kind of an id: `task:` and a uuid. */
  | { readonly does: 'go to'; readonly to: string }
  | { readonly does: 'copy'; readonly value: string }
);

export interface AskingLine {
  readonly is: 'ask';
  readonly what: 'log' | 'attach' | 'snooze' | 'original' | 'reject';
  readonly title: string;
  /** The rows that it is about, whatever the cursor is on by then. */
  readonly rows: readonly string[];
  readonly field: TextField;
  /** The text that goes on after it. */
  readonly resume?: WritingMessage;
  /** The text that begins after it. */
  readonly first?: WritingMessage;
  readonly macro?: string;
  readonly drafts?: readonly string[];
}

/** A person or a reference that is being typed in a text. */
export interface Completion {
  /** Where its sign is in the text. */
  readonly start: number;
  /** Which of those offered is marked, and whether the user has marked it. */
  readonly at: number;
  readonly isMoved?: boolean;
  /** What this computer has found for a word, beside the list. */
  readonly found?: { readonly word: string; readonly references: readonly NamedReference[] };
}

/** A ticket or task that can be named in a text. */
export interface NamedReference extends Name {
  readonly kind: 'ticket' | 'task';
  readonly title: string;
}

export interface WritingMessage {
  readonly is: 'write';
  readonly what: 'reply' | 'note';
  /** The row on which it was begun, such as a notification. */
  readonly row: string;
  /** What it is sent to, to each as a message of its own: first that row, then the other selected ones. */
  readonly targets: readonly Receiver[];
  /** The detail of its row when it was begun, or when what is new in it was last named. */
  readonly before: Row | undefined;
  /** Whether something new in it has been named. */
  readonly isWarned?: boolean;
  readonly field: TextField;
  readonly completion?: Completion | undefined;
  /** How this text will look, and how far that is scrolled; without lines until it is laid out. */
  readonly preview?: { readonly text: string; readonly lines?: readonly Line[]; readonly from: number } | undefined;
  /** The status that follows it; undefined to leave it as it is. */
  readonly status: string | undefined;
  /** What else follows it. */
  readonly also?: FollowUp | undefined;
  /** The ticket that this one is a duplicate of. */
  readonly original?: Name | undefined;
  /** The text of the macro as it was filled in, and those of each row, if several have their own, which are only shown. */
  readonly macro?: { readonly text: string; readonly texts?: ReadonlyMap<string, string> } | undefined;
  /** Whether the row is done after it, if the macro says so. */
  readonly goes?: Macro['goes'];
  readonly attach: readonly string[];
  /** The id of its draft, once there is one. */
  readonly draft: string | undefined;
  /** Who will be able to read it, such as `Noa Levi (the customer) and everyone at Casa Azul who can see the ticket`. */
  readonly audience?: Sentence;
  /** Why it cannot be kept on disk, such as `the disk is full`. */
  readonly unkept?: Sentence | undefined;
  /** What is known about an earlier draft, such as `may have arrived`. */
  readonly remark?: Sentence;
  /** Whether it may have arrived, so that it is sent again only once that has been said. */
  readonly isDoubtful?: boolean;
}

/** Whether nobody has written any of it: there is nothing to keep. */
export function isAsGiven({ macro, field, draft }: WritingMessage): boolean {
  return macro !== undefined && draft === undefined && field.text === macro.text;
}

/** What a row is about, and its reference. */
export interface Receiver extends Name {
  readonly row: string;
}

/** What is to be changed, as far as that is known. */
export type NamedRow = Pick<Receiver, 'ref'> & { readonly uuid: string | undefined };

/** A text that was written and has not been sent, on disk. */
export interface UnsentText extends Pick<WritingMessage, 'what'> {
  /** The id of its draft. */
  readonly draft: string;
  readonly kind: 'ticket' | 'task';
  readonly receivers: readonly NamedRow[];
  /** Whether another program is writing it now. */
  readonly isBeingWritten?: boolean;
  /** Whether it may have arrived. */
  readonly isDoubtful?: boolean;
}

/** What an agent has proposed, and nobody has decided on yet. */
export interface Proposal {
  /** The id of its draft, and of the first of those that belong together. */
  readonly draft: string;
  readonly group: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
  readonly receivers: readonly NamedRow[];
  /** The command, such as `close CASA-8`. */
  readonly words: string;
  /** What it says besides its text, such as `status closed`; empty if nothing. */
  readonly flags: string;
  readonly text: string;
  readonly message?: Pick<WritingMessage, 'what' | 'status' | 'also' | 'original' | 'attach'>;
}

/** What a person has accepted and is not one text: its parts are taken back together as long as they have not gone. */
export interface AcceptedProposal {
  /** That of the decisions about its messages. */
  readonly batch: number;
  readonly row: string;
  readonly ref: string;
  readonly parts: readonly {
    readonly draft: string;
    /** Such as `reply` or `close CASA-8`. */
    readonly noun: string;
    /** A command, which is sent after the messages, and how far that is. */
    readonly command?: 'waits' | 'going' | 'gone';
  }[];
}

/** What is in the ledger and has not been sent, but for what this triage is about to send. */
export interface UnsentWork {
  readonly texts: readonly UnsentText[];
  /** What commands that wait for the server are about. */
  readonly queued: readonly NamedRow[];
  /** The oldest first; none where this process may not send them. */
  readonly proposals?: readonly Proposal[];
}

/** The same for a message of the same kind to the same tickets or tasks, in any order. */
export function receiversKey({ what, targets }: Pick<WritingMessage, 'what' | 'targets'>): string {
  const uuids = targets.map(({ uuid }) => uuid).sort();
  return `${what} ${uuids.join(' ')}`;
}

/** The text that is being written, also while something is chosen for it. */
export function writingIn(mode: Mode): WritingMessage | undefined {
  if (mode.is === 'write') return mode;
  return mode.is === 'pick' || mode.is === 'ask' ? mode.resume : undefined;
}

export function withWriting(mode: Mode, writing: WritingMessage): Mode {
  if (mode.is === 'write') return writing;
  return mode.is === 'pick' || mode.is === 'ask' ? { ...mode, resume: writing } : mode;
}
