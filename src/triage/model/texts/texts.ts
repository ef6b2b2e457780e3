import type { Sentence } from '../../../contract/errors.js';
import { followingIn } from '../../../contract/following.js';
import { receiversKey, type WritingMessage, withWriting, writingIn } from '../mode.js';
import type { State } from '../state.js';
import { type Step, say } from '../step.js';
import { fieldWith, type TextField } from './text-field.js';
import { putAside, withdraw } from './writing.js';

interface OfText {
  /** The text that was asked about, or what has become of it. */
  readonly writing: WritingMessage;
}

/** An answer to a text that is being written, unless that has been left. */
function onText<A>(take: (state: State, mine: WritingMessage, answer: A & OfText) => Step) {
  return (state: State, answer: A & OfText): Step => {
    const mine = writingIn(state.mode);
    const isSame = mine?.row === answer.writing.row && receiversKey(mine) === receiversKey(answer.writing);
    return isSame ? take(state, mine, answer) : [state];
  };
}

/** What comes back about a text that is being written. */
export const textAnswers = {
  /** The message with its unsent draft, if there is one. */
  begun: onText<{ readonly inEditor: boolean }>(takeBegun),
  /** The message with its text from the editor. What was said about an earlier text of the editor is no longer true. */
  text: onText((state, mine, { writing: { field } }) => [shown({ ...state, notice: undefined }, { ...mine, field })]),
  /** The editor with which it was begun has ended. Where nothing was written, the next keys are meant for the list. */
  edited: onText((state, mine) => {
    const isBlank = mine.field.text.trim() === '' && mine.attach.length === 0;
    return isBlank ? putAside(state, mine) : [state];
  }),
  file: takeFile,
  completed: takeCompleted,
  audience: onText<{ readonly audience: Sentence }>((state, mine, { audience }) => [
    shown(state, { ...mine, audience }),
  ]),
  template: onText<{ readonly name: string; readonly text: string }>(takeTemplate),
  /** The draft of a message; undefined if there is nothing left to keep. Or why it cannot be kept as it is now. */
  draft: onText<{ readonly draft: string | undefined; readonly why?: Sentence | undefined }>(
    (state, mine, { draft, why }) => [shown(state, { ...mine, draft, unkept: why })],
  ),
};

/** An unsent draft goes before what has been typed while it was looked for. */
function takeBegun(
  state: State,
  mine: WritingMessage,
  { writing, inEditor }: OfText & { readonly inEditor: boolean },
): Step {
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

/** A template goes after the text for which it was chosen, and before what has been typed since; what follows its text is set. */
function takeTemplate(
  state: State,
  mine: WritingMessage,
  { name, writing, text }: OfText & { readonly name: string; readonly text: string },
): Step {
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

interface CheckedFile {
  readonly typed: string;
  readonly path: string;
  /** Why it cannot be attached. */
  readonly why: Sentence | undefined;
}

/** Attaches a file that was asked for; one that cannot be attached can be corrected where it was typed. */
function takeFile(state: State, { typed, path, why }: CheckedFile): Step {
  const { mode } = state;
  if (mode.is !== 'ask' || mode.what !== 'attach' || mode.field.text.trim() !== typed) return [state];
  if (why !== undefined) return [say(state, why, 'bad')];
  const before = mode.resume ?? mode.first;
  if (!before) return [state];
  const writing: WritingMessage = { ...before, attach: [...new Set([...before.attach, path])] };
  const next: State = { ...(mode.resume ? state : withdraw(state, writing)), mode: writing, notice: undefined };
  return mode.resume ? [next] : [next, { do: 'begin', writing, inEditor: false }];
}

interface CompletedPath {
  readonly typed: string;
  /** The path as far as it is certain, and the names that it may go on with. */
  readonly text: string;
  readonly names: readonly string[];
}

/** Completes the path of a file, or says how it may go on. */
function takeCompleted(state: State, { typed, text, names }: CompletedPath): Step {
  const { mode } = state;
  if (mode.is !== 'ask' || mode.what !== 'attach' || mode.field.text !== typed) return [state];
  if (names.length === 0 && text === typed) return [say(state, 'no file or folder starts with this')];
  const next: State = { ...state, mode: { ...mode, field: fieldWith(text) }, notice: undefined };
  if (text !== typed || names.length < 2) return [next];
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return [say(next, `${names.slice(0, mostNames).join('  ')}${more}`)];
}

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
