import type { Sentence } from '../../../contract/errors.js';
import { followingIn } from '../../../contract/following.js';
import { receiversKey, type WritingMessage, withWriting, writingIn } from '../mode.js';
import type { State } from '../state.js';
import { type Step, say } from '../step.js';
import { fieldWith, type TextField } from './text-field.js';
import { putAside, withdraw } from './writing.js';

/** What comes back about a text that is being written. */
export type TextAnswer =
  /** The message with its unsent draft, if there is one. */
  | { readonly is: 'begun'; readonly writing: WritingMessage; readonly inEditor: boolean }
  /** The message with its text from the editor. */
  | { readonly is: 'text'; readonly writing: WritingMessage }
  /** The editor with which it was begun has ended. */
  | { readonly is: 'edited'; readonly writing: WritingMessage }
  /** A file that can be attached, or why it cannot. */
  | { readonly is: 'file'; readonly typed: string; readonly path: string; readonly why: Sentence | undefined }
  /** A path that was asked for, as far as it is certain, and the names that it may go on with. */
  | { readonly is: 'completed'; readonly typed: string; readonly text: string; readonly names: readonly string[] }
  /** Who will be able to read it. */
  | { readonly is: 'audience'; readonly writing: WritingMessage; readonly audience: Sentence }
  | { readonly is: 'template'; readonly name: string; readonly writing: WritingMessage; readonly text: string }
  /** The draft of a message; undefined if there is nothing left to keep. Or why it cannot be kept as it is now. */
  | {
      readonly is: 'draft';
      readonly writing: WritingMessage;
      readonly draft: string | undefined;
      readonly why?: Sentence | undefined;
    };

/** A text from the editor, unless something else has been begun meanwhile. */
export function takeText(state: State, { writing }: Extract<TextAnswer, { is: 'text' }>): Step {
  const mine = sameWriting(state, writing);
  // What was said about an earlier text of the editor is no longer true.
  return [mine ? shown({ ...state, notice: undefined }, { ...mine, field: writing.field }) : state];
}

/** Where nothing was written, the next keys are meant for the list. */
export function takeEdited(state: State, { writing }: Extract<TextAnswer, { is: 'edited' }>): Step {
  const mine = sameWriting(state, writing);
  const isBlank = mine && mine.field.text.trim() === '' && mine.attach.length === 0;
  return isBlank ? putAside(state, mine) : [state];
}

/** An unsent draft goes before what has been typed while it was looked for. */
export function takeBegun(state: State, { writing, inEditor }: Extract<TextAnswer, { is: 'begun' }>): Step {
  const mine = sameWriting(state, writing);
  if (!mine) return [state];
  const isKnown = mine.draft !== undefined && mine.draft === writing.draft;
  const next: WritingMessage = isKnown ? { ...writing, ...mine } : withDraft(mine, writing);
  const isEdited = inEditor && state.mode.is === 'write';
  return [shown(state, next), ...(isEdited ? [{ do: 'edit', writing: next, isFirst: true } as const] : [])];
}

function withDraft(mine: WritingMessage, found: WritingMessage): WritingMessage {
  const isOwn = found.field.text !== '' && mine.field.text.startsWith(found.field.text);
  return {
    ...mine,
    ...found,
    field: isOwn ? mine.field : afterText(found.field.text, mine.field),
    status: mine.status ?? found.status,
    attach: [...new Set([...found.attach, ...mine.attach])],
    draft: found.draft ?? mine.draft,
  };
}

export function takeAudience(state: State, { writing, audience }: Extract<TextAnswer, { is: 'audience' }>): State {
  const mine = sameWriting(state, writing);
  return mine ? shown(state, { ...mine, audience }) : state;
}

/** A template goes after the text for which it was chosen, and before what has been typed since; what follows its text is set. */
export function takeTemplate(state: State, { name, writing, text }: Extract<TextAnswer, { is: 'template' }>): Step {
  const mine = sameWriting(state, writing);
  if (!mine) return [state];
  const { text: asked } = writing.field;
  const isExtended = mine.field.text.startsWith(asked) && mine.field.at >= asked.length;
  const before = isExtended ? asked : mine.field.text;
  const since = mine.field.text.slice(before.length);
  const at = isExtended ? mine.field.at - before.length : 0;
  const macro = state.words.macros.find((each) => each.name === name);
  const { status = mine.status, ...also } = followingIn(macro ?? {});
  const following = { status, also: { ...mine.also, ...also } };
  return [shown(state, { ...mine, ...following, field: afterText(joined(before, text), { text: since, at }) })];
}

/** Attaches a file that was asked for; one that cannot be attached can be corrected where it was typed. */
export function takeFile(state: State, { typed, path, why }: Extract<TextAnswer, { is: 'file' }>): Step {
  const { mode } = state;
  if (mode.is !== 'ask' || mode.what !== 'attach' || mode.field.text.trim() !== typed) return [state];
  if (why !== undefined) return [say(state, why, 'bad')];
  const before = mode.resume ?? mode.first;
  if (!before) return [state];
  const writing: WritingMessage = { ...before, attach: [...new Set([...before.attach, path])] };
  const next: State = { ...(mode.resume ? state : withdraw(state, writing)), mode: writing, notice: undefined };
  return mode.resume ? [next] : [next, { do: 'begin', writing, inEditor: false }];
}

/** Completes the path of a file, or says how it may go on. */
export function takeCompleted(state: State, { typed, text, names }: Extract<TextAnswer, { is: 'completed' }>): State {
  const { mode } = state;
  if (mode.is !== 'ask' || mode.what !== 'attach' || mode.field.text !== typed) return state;
  if (names.length === 0 && text === typed) return say(state, 'no file or folder starts with this');
  const next: State = { ...state, mode: { ...mode, field: fieldWith(text) }, notice: undefined };
  if (text !== typed || names.length < 2) return next;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return say(next, `${names.slice(0, mostNames).join('  ')}${more}`);
}

/** How many names of files are shown at once. */
const mostNames = 20;

/** A text that was typed, with another one before it. */
function afterText(lead: string, { text, at }: TextField): TextField {
  const whole = joined(lead, text);
  return { text: whole, at: whole.length - text.length + at };
}

function joined(...texts: readonly string[]): string {
  return texts.filter((each) => each.trim() !== '').join('\n');
}

function shown(state: State, writing: WritingMessage): State {
  return { ...state, mode: withWriting(state.mode, writing) };
}

/** The text that an answer is for, unless it has been left. */
function sameWriting({ mode }: State, given: WritingMessage): WritingMessage | undefined {
  const writing = writingIn(mode);
  return writing?.row === given.row && receiversKey(writing) === receiversKey(given) ? writing : undefined;
}

/** The draft of a text, once it has one, or why it cannot be kept as it is now. */
export function takeDraft(state: State, { writing, draft, why }: Extract<TextAnswer, { is: 'draft' }>): State {
  const mine = sameWriting(state, writing);
  if (!mine) return state;
  return shown(state, { ...mine, draft, unkept: why });
}
