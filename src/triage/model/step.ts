import { phrase, type Sentence } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { Decision } from './decisions/decision.js';
import type { Receiver, WritingMessage } from './mode.js';
import type { Notice, State } from './state.js';

/** A ticket that is put off, or woken. */
export interface SnoozedRow extends Receiver {
  /** What the user has seen of it: what is newer wakes it. */
  readonly known: Row;
}

/** What the model asks the rest of the program to do. */
export type Effect =
  | { readonly do: 'send'; readonly decision: Decision }
  /** Say so after a while (milliseconds): what can be taken back until then is to be sent. */
  | { readonly do: 'delay'; readonly ms: number; readonly due: number }
  /** Say so after a while (milliseconds), and never before the end of a wait that the server has asked for. */
  | { readonly do: 'retry'; readonly ms: number; readonly isAsked: boolean }
  /** What this was to be said for is no longer held. */
  | { readonly do: 'stop-retry' }
  /** What is known of a row is on the screen, or has been named. */
  | { readonly do: 'shown'; readonly uuid: string }
  /** Read everything about a row. */
  | { readonly do: 'look'; readonly uuid: string }
  | { readonly do: 'list' }
  /** Read the list, to show it in its order. */
  | { readonly do: 'reload' }
  | { readonly do: 'undo' }
  /** Say that the text of messages that are not sent after all is kept, and to whom it has been sent `already`. */
  | { readonly do: 'take-back'; readonly decisions: readonly Decision[]; readonly already: Sentence }
  /** Find the unsent draft of a message, and begin with it. */
  | { readonly do: 'begin'; readonly writing: WritingMessage; readonly inEditor: boolean }
  /** Change the text in the editor; `isFirst`: before it was ever shown. */
  | { readonly do: 'edit'; readonly writing: WritingMessage; readonly isFirst?: true }
  | { readonly do: 'template'; readonly name: string; readonly writing: WritingMessage }
  /** Find what has this text in its words, or the only task or ticket with a reference, or a kind and an id. */
  | { readonly do: 'find'; readonly text: string; readonly exactly?: string }
  | { readonly do: 'follow'; readonly uuid: string }
  | { readonly do: 'download'; readonly row: string; readonly id: string; readonly name: string }
  | { readonly do: 'open-link'; readonly url: string }
  /** Put tickets off until a time as `tracker snooze` reads it, or the end of an earlier one (ISO 8601), or wake them with `off`. */
  | { readonly do: 'snooze'; readonly when: string; readonly rows: readonly SnoozedRow[] }
  /** Fill in a macro for the rows of a message. */
  | {
      readonly do: 'macro';
      readonly sought: string;
      readonly name: string;
      readonly writing: WritingMessage;
      readonly original: string | undefined;
    }
  | { readonly do: 'templates' }
  /** Find the tickets and tasks that a word may name. */
  | { readonly do: 'refs'; readonly word: string }
  /** Lay out how a text will look, in so many cells. */
  | { readonly do: 'preview'; readonly text: string; readonly width: number }
  /** Send what is proposed in this draft, after what is being sent for the same row. */
  | { readonly do: 'accept'; readonly draft: string; readonly row: string }
  | { readonly do: 'reject'; readonly drafts: readonly string[]; readonly reason: string }
  | { readonly do: 'check-file'; readonly typed: string }
  | { readonly do: 'complete-path'; readonly typed: string }
  | { readonly do: 'source'; readonly name: string }
  /** Read no other list or order any more. */
  | { readonly do: 'stay' }
  | { readonly do: 'tab'; readonly at: number }
  /** Run a shell command of the user's own for rows. */
  | { readonly do: 'shell'; readonly script: string; readonly name: string; readonly rows: readonly string[] }
  /** Read the list sorted by this column, a leading - for descending, or as usual if it is empty. */
  | { readonly do: 'sort'; readonly by: string }
  | { readonly do: 'open'; readonly uuid: string }
  | { readonly do: 'copy'; readonly text: string }
  /** Find a text in the detail: this place of it, or the first one from a line on. */
  | { readonly do: 'seek'; readonly text: string; readonly at?: number; readonly from?: number }
  | { readonly do: 'suspend' }
  | { readonly do: 'repaint' };

export type EffectOf<D extends Effect['do']> = Extract<Effect, { do: D }>;

/** The next state, and what is to be done. */
export type Step = readonly [State, ...Effect[]];

/** What events do, by name; the second parameter is what an event says. */
export type Takers = { readonly [is: string]: (state: State, event: never) => Step };

/** The events of such a table. */
export type EventOf<T extends Takers> = {
  [Is in keyof T]: { readonly is: Is } & (T[Is] extends (state: State, event: infer E) => Step ? E : never);
}[keyof T];

/** The step, and what follows from its state. */
export function andThen([state, ...effects]: Step, next: (state: State) => Step): Step {
  const [after, ...more] = next(state);
  return [after, ...effects, ...more];
}

/** A step for each of these, one after another. */
export function stepForEach<T>(state: State, all: readonly T[], step: (state: State, each: T) => Step): Step {
  return all.reduce<Step>((sum, each) => andThen(sum, (now) => step(now, each)), [state]);
}

export function say(state: State, text: Sentence, tone: Notice['tone'] = 'plain'): State {
  return { ...state, notice: { text, tone } };
}

/** Copies a text; in lines it is printed, since an escape sequence must not go to that terminal, and no other way is sure. */
export function copyText(state: State, name: Sentence, text: string): Step {
  if (state.isSpoken) return [say(state, phrase`printed, not copied: ${text}`)];
  return [say(state, phrase`copied ${name}`, 'good'), { do: 'copy', text }];
}

/** How keys are named in a notice: `press r or n`. */
export function pressWords(...keys: readonly ('r' | 'n' | 'u' | 'S' | ':')[]): string {
  return `press ${keys.join(' or ')}`;
}

/** How many are named before the others are only counted. */
const mostNamed = 6;

/** References in a sentence: `CASA-17 and SCM-7`. */
export function listedNames(refs: readonly string[]): string {
  const named = refs.length > mostNamed ? refs.slice(0, mostNamed) : refs.slice(0, -1);
  const last = refs.length > mostNamed ? `${refs.length - mostNamed} more` : (refs.at(-1) ?? '');
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}
