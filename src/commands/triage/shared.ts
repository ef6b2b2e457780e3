import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { Decision } from '../../triage/model/decisions/decision.js';
import type { OwnChoices } from '../../triage/model/keys/own-keys.js';
import type { Item, Notice, State } from '../../triage/model/state.js';
import type { Dispatch } from '../../triage/work.js';
import type { SessionEnd } from './ending.js';
import type { KeptEntries } from './kept/kept-entries.js';
import type { RowDetail } from './reading/details.js';
import type { Source } from './reading/sources.js';

/** What the parts of the work share. */
export interface SessionParts {
  readonly context: Context;
  /** The same, in which rows are read: with --offline, from memory. */
  readonly reads: Context;
  readonly client: Client;
  /** What is about to be sent and what is being written, on disk. */
  readonly kept: KeptEntries;
  /** Where files are saved; undefined for the current folder. */
  readonly folder: string | undefined;
  /** The list on the screen. */
  source: Source;
  readonly proposedFirst: boolean;
  readonly own?: OwnChoices | undefined;
  /** The saved views that can be shown as lists, once they are read. */
  views: readonly Source[];
  /** The keys of archived projects, once they are known. */
  archived?: readonly string[];
  /** Whether the user is a customer, once that is known. */
  isExternal?: boolean;
  state: () => State;
  readonly dispatch: Dispatch;
  readonly seen: Map<string, RowDetail>;
  /** What was decided and done, for `--teach`. */
  readonly done: SentDecision[];
  readonly ending: SessionEnd;
  /** Runs one thing after another, so that each has an entry of its own in the ledger. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface SentDecision {
  /** A command line, for what no decision of the model is. */
  readonly decision: Decision | string;
  readonly entry: number | undefined;
}

/** Says something on the screen. */
export function say({ dispatch }: Pick<SessionParts, 'dispatch'>, text: Sentence, tone: Notice['tone'] = 'bad'): void {
  dispatch({ is: 'said', notice: { text, tone } });
}

/** Whether an error concerns only what was just done. */
export function isRecoverable(error: unknown): error is TrackerError {
  return error instanceof TrackerError && error.kind !== 'interrupted';
}

export function isSignedOut(error: unknown): error is TrackerError {
  return error instanceof TrackerError && error.kind === 'sign_in_required';
}

/** Why the token cannot be used, without what to do about it. */
export function whySignedOut({ message, brief = message }: Pick<TrackerError, 'message' | 'brief'>): Sentence {
  return brief;
}

/** What to do once the token is no longer valid, where the screen must stay. */
export function signInWords(error: TrackerError): Sentence {
  const { hint = '', reason } = error;
  const how = reason === 'login_is_no_help' ? hint : phrase`sign in again in another window: ${hint}`;
  return phrase`${whySignedOut(error)}; ${how}`;
}

/** The titles of tasks and tickets that this computer knows, by reference. */
export function titlesOf(
  { client: { index } }: Pick<SessionParts, 'client'>,
  of: readonly { readonly ref: string }[],
): Record<string, string> {
  return Object.fromEntries(
    of.flatMap(({ ref }) => {
      const title = (index.find('tickets', ref) ?? index.find('tasks', ref))?.title;
      return title ? [[ref, cleanLine(title)]] : [];
    }),
  );
}

export function itemIn({ state }: SessionParts, uuid: string): Item | undefined {
  return state().items.find((each) => each.uuid === uuid);
}
