import { durationsLook, minutesIn, numberInDoubt } from '../../args/duration.js';
import type { Key } from '../../terminal/key-names.js';
import { answers } from './answers/answer.js';
import { takeOther } from './answers/reading.js';
import { rested, sayIgnored, typedAhead } from './awaiting.js';
import { useMacro } from './decisions/macros.js';
import { rejectFor, takeShown } from './decisions/proposals.js';
import { putOffUntil } from './decisions/putting-off.js';
import { inActions } from './keys/actions.js';
import { runKey } from './keys/keys.js';
import { leaveKeys, leaveOnceSent } from './leaving.js';
import { type AskingLine, type Mode, type PickMode, type WritingMessage, writingIn } from './mode.js';
import { markAfter } from './picker.js';
import { choose, logTime, optionsShown, pickTemplate } from './picking.js';
import { deselectHidden, goTo, itemsAmong, settleCursor } from './rows/rows.js';
import { isTooSmall, type State } from './state.js';
import { andThen, type EventOf, type Step, say, type Takers } from './step.js';
import { completionAfter, inCompletion, lookForReferences, putCursor } from './texts/completing.js';
import { inPreview, togglePreview } from './texts/previewing.js';
import { edit, type TextField, typed } from './texts/text-field.js';
import { askForFile, nextStatus, putAside, removeLastFile, sendMessage } from './texts/writing.js';
import { scrollBy, scrollWithin } from './zoom.js';

type Scroll = Pick<State, 'scroll'>;

/** What happens, by name, and what becomes of the state then. */
const happenings = {
  ...answers,
  size: (state, { size }: Pick<State, 'size'>) => [withoutPreview({ ...state, size })],
  /** A click on a row of the list. */
  click: (state, { uuid }: { readonly uuid: string }) =>
    state.mode.is === 'list' ? goTo({ ...state, isTouched: true }, uuid) : [state],
  /** The detail, or the help instead of it, cannot be scrolled any further than this. */
  furthest: (state, { scroll }: Scroll) => [stopScrolling(state, scroll)],
  shown: takeShown,
  /** The detail is scrolled to another place. */
  scrolled: (state, { scroll }: Scroll) => [{ ...state, scroll, isToLastWords: false }],
  cursor: putCursor,
  /** No key has been pressed for a while. */
  rested: (state) => [rested(state)],
} satisfies Takers;

export type Event = { readonly is: 'key'; readonly key: Key } | EventOf<typeof happenings>;

/** The next state after an event. The only way in which the state changes. */
export function update(state: State, event: Event): Step {
  return andThen(react(state, event), (next) => [sayIgnored(state, deselectHidden(next))]);
}

function react(state: State, event: Event): Step {
  if (event.is !== 'key') return leaveOnceSent(happenings[event.is](state, event as never));
  const pressed = press({ ...state, isTouched: true, reminder: undefined, remindsOf: undefined }, event.key);
  return andThen(andThen(pressed, takeOther), (next) => (next.filter === state.filter ? [next] : settleCursor(next)));
}

/** In another width, it would have to be laid out again. */
function withoutPreview(state: State): State {
  const { mode } = state;
  return mode.is === 'write' && mode.preview ? { ...state, mode: { ...mode, preview: undefined } } : state;
}

function stopScrolling(state: State, furthest: number): State {
  const { mode } = state;
  if (mode.is === 'actions') return { ...state, mode: { ...mode, from: Math.min(mode.from, furthest) } };
  return { ...state, scroll: scrollWithin(state, furthest) };
}

function press({ isInterrupted = false, ...state }: State, key: Key): Step {
  if (state.isTypedAhead && !['esc', 'ctrl+c', 'ctrl+z'].includes(key.name)) return [state];
  return pressNow(rested(state), key, isInterrupted);
}

/** Ctrl-C leaves a text or a question as Esc does; pressed again, it ends triage, whatever there is to be left. */
function pressNow(state: State, key: Key, isInterrupted: boolean): Step {
  if (key.name !== 'ctrl+c') return pressOne(state, key);
  const pressed = isInterrupted ? endNow(state) : pressOne(state, key);
  return andThen(pressed, (next) => [{ ...next, isInterrupted: true }]);
}

function pressOne(state: State, key: Key): Step {
  const { mode } = state;
  if (key.name === 'ctrl+z') return [state, { do: 'suspend' }];
  if (isTooSmall(state.size)) return pressUnseen(state, key);
  const [next, ...effects] = handlers[mode.is](state, key, mode as never);
  return [key.isCut && 'field' in mode ? say(next, cutWords, 'bad') : next, ...effects];
}

const cutWords = 'what you pasted is too long; only the first 1 MB of it was taken';

/** Ends triage: what is being written is a draft then, and what has not been sent is kept for next time. */
function endNow(state: State): Step {
  const writing = writingIn(state.mode);
  return andThen(writing ? putAside(state, writing) : [state], (left) => [{ ...left, isOver: true }]);
}

/** Without a screen that can be read, keys only go on with a text, or quit. */
function pressUnseen(state: State, key: Key): Step {
  const { mode } = state;
  const isText = 'field' in mode && mode.field !== undefined;
  if (key.name === 'ctrl+c' || (key.name === 'q' && !isText)) return endNow(state);
  return isText ? typeInto(state, mode, key) : [state];
}

type Handler<M extends Mode> = (state: State, key: Key, mode: M) => Step;

const handlers: { readonly [K in Mode['is']]: Handler<Extract<Mode, { is: K }>> } = {
  list: (state, { name }) => {
    // Whatever is pasted must not be taken for keys.
    if (name === 'paste') return [say(state, 'nothing to paste into; press r to write a reply')];
    // The list has no keys with Alt: Esc was pressed right before this one.
    const after = /^alt\+(.+)/.exec(name)?.[1];
    if (after === undefined) return runKey(state, name);
    return andThen(runKey(state, 'esc'), (next) => pressOne(next, { name: after }));
  },
  actions: (state, key, mode) => inActions(state, key, mode) ?? typeInto(state, mode, key),
  filter: (state, key, mode) => {
    if (key.name === 'esc' || key.name === 'ctrl+c') return [{ ...state, filter: mode.before, mode: { is: 'list' } }];
    if (key.name === 'enter') return [{ ...state, mode: { is: 'list' } }];
    return typeInto(state, mode, key);
  },
  search: inSearch,
  pick: inPicker,
  ask: inQuestion,
  write: inComposer,
  find: (state, { name }) => [
    name === 'esc' || name === 'ctrl+c' ? { ...state, mode: { is: 'list' } } : typedAhead(state),
  ],
  // Whoever does not want to wait any longer loses nothing.
  leave: (state, { name }) =>
    leaveKeys(state)
      .find(({ key }) => key === (name === 'ctrl+c' ? 'k' : name))
      ?.run(state) ?? [state],
};

/** A text with what a key does in it: other characters, another place, or nothing. */
function typeInto(state: State, mode: Mode, key: Key): Step {
  if (mode.is === 'write') return writeInto(state, mode, key);
  if (!('field' in mode) || mode.field === undefined) return [state];
  const field = edited(mode.field, key);
  const next = { ...mode, field };
  if (field.text === mode.field.text) return [{ ...state, mode: next }];
  if (next.is === 'filter') return [{ ...state, filter: field.text, mode: next }];
  if (next.is === 'actions') return [{ ...state, mode: { ...next, at: field.text.trim() === '' ? -1 : 0 } }];
  return [{ ...state, mode: next.is === 'pick' ? { ...next, at: 0 } : next }];
}

/** What is typed is found at once. */
function inSearch(state: State, key: Key, mode: Extract<Mode, { is: 'search' }>): Step {
  const { scroll, before } = mode;
  const { sought: _sought, ...closed }: State = { ...state, mode: { is: 'list' } };
  if (key.name === 'esc' || key.name === 'ctrl+c')
    return [{ ...closed, scroll, notice: undefined, ...(before && { sought: before }) }];
  if (key.name === 'enter') return [mode.field.text.trim() === '' ? closed : { ...state, mode: closed.mode }];
  const [next, ...effects] = typeInto(state, mode, key);
  const text = next.mode.is === 'search' ? next.mode.field.text : '';
  if (text === mode.field.text) return [next, ...effects];
  if (text.trim() === '') return [{ ...closed, scroll, mode: next.mode }];
  return [
    { ...next, sought: { text, at: 0 } },
    { do: 'seek', text, from: scroll },
  ];
}

/** Why the texts of a macro for several rows cannot be changed. */
const severalTexts = 'each ticket gets a text of its own; to change one, use the macro there alone';

function writeInto(state: State, mode: WritingMessage, key: Key): Step {
  const field = edited(mode.field, key.name === 'enter' ? { ...key, text: '\n' } : key, true);
  if (field === mode.field) return [state];
  if (mode.macro?.texts && field.text !== mode.field.text) return [say(state, severalTexts, 'bad')];
  const completion = completionAfter(mode, field, key);
  const writing: WritingMessage = { ...mode, field, completion, preview: undefined };
  return [{ ...state, mode: writing }, ...lookForReferences(writing)];
}

/** The text after a key. New lines are only for the texts of messages. */
function edited(field: TextField, { name, text }: Key, isLong = false): TextField {
  if (!isLong && (name === 'up' || name === 'down')) return field;
  const typing = text === undefined ? field : typed(field, isLong ? text : text.replace(/\s+/g, ' '));
  return edit(field, name) ?? typing;
}

function inPicker(state: State, key: Key, mode: PickMode): Step {
  const shown = optionsShown(mode);
  if (key.name === 'esc' || key.name === 'ctrl+c') return [{ ...state, mode: mode.resume ?? { is: 'list' } }];
  if (key.name === 'enter') return choose(state, mode, shown[mode.at]);
  const by = { down: 1, tab: 1, right: 1, up: -1, left: -1 }[key.name];
  if (by !== undefined && shown.length > 0)
    return [{ ...state, mode: { ...mode, at: markAfter(mode.at, by, shown.length) } }];
  if (mode.field) return typeInto(state, mode, key);
  // As in vi.
  if (key.name === 'g' && mode.what === 'category') return runKey({ ...state, mode: { is: 'list' } }, 'gg');
  const chosen = shown.find(({ letter }) => letter === key.name);
  return chosen ? choose(state, mode, chosen) : [state];
}

function inQuestion(state: State, key: Key, mode: AskingLine): Step {
  const after: Mode = mode.resume ?? { is: 'list' };
  if (key.name === 'esc' || key.name === 'ctrl+c') return [{ ...state, mode: after, notice: undefined }];
  if (key.name === 'tab' && mode.what === 'attach') return [state, { do: 'complete-path', typed: mode.field.text }];
  if (key.name !== 'enter') return typeInto(state, mode, key);
  const text = mode.field.text.trim();
  if (mode.what === 'reject') return rejectFor(state, mode, text);
  if (text === '') return [{ ...state, mode: after }];
  if (mode.what === 'log' && minutesIn(text) === undefined)
    return [say(state, `${text} is not a duration; they ${durationsLook(text)}`, 'bad')];
  if (mode.what === 'log' && numberInDoubt(text) !== undefined)
    return [say(state, `${text}: minutes or hours? Type ${text}m or ${text}h`, 'bad')];
  if (mode.what === 'attach') return [state, { do: 'check-file', typed: text }];
  if (mode.what === 'snooze') return putOffUntil(state, mode, text);
  const closed: State = { ...state, mode: after };
  if (mode.what === 'original') return useMacro(closed, mode.macro ?? '', { rows: mode.rows, original: text });
  return logTime(closed, text, itemsAmong(state, mode.rows));
}

/** The keys of the composer; every other key changes the text. */
export const writingKeys: readonly {
  readonly key: string;
  readonly label: string;
  /** In the help, if it differs. */
  readonly help?: string;
  readonly changesText?: true;
  readonly run: (state: State, writing: WritingMessage) => Step;
}[] = [
  { key: 'ctrl+s', label: 'send', run: sendMessage },
  { key: 'tab', label: 'then', help: 'next status (Shift-Tab: back)', run: nextStatus(1) },
  { key: 'shift+tab', label: '', run: nextStatus(-1) },
  { key: 'ctrl+o', label: 'editor', changesText: true, run: (state, writing) => [state, { do: 'edit', writing }] },
  { key: 'ctrl+t', label: 'template', changesText: true, run: pickTemplate },
  { key: 'ctrl+p', label: 'preview', run: togglePreview },
  { key: 'ctrl+f', label: 'file', run: askForFile },
  { key: 'ctrl+x', label: 'remove last file', run: removeLastFile },
  { key: 'pageup', label: '', run: scrollBy(-3) },
  { key: 'pagedown', label: '', run: scrollBy(3) },
  { key: 'wheel-up', label: '', run: scrollBy(-3) },
  { key: 'wheel-down', label: '', run: scrollBy(3) },
  { key: 'esc', label: 'draft', run: putAside },
  { key: 'ctrl+c', label: '', run: putAside },
];

function inComposer(state: State, key: Key, mode: WritingMessage): Step {
  const own = inPreview(state, key, mode) ?? inCompletion(state, key, mode);
  if (own) return own;
  const entry = writingKeys.find((each) => each.key === key.name);
  if (mode.macro?.texts && entry?.changesText) return [say(state, severalTexts, 'bad')];
  return entry ? entry.run(state, mode) : typeInto(state, mode, key);
}
