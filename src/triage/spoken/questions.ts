import { asText } from '../../contract/errors.js';
import { isReference, titleOf } from '../../contract/row.js';
import { toPlainLetters } from '../../contract/text/plain-letters.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { Line } from '../../output/text/span.js';
import { ageCell } from '../../views/cells/times.js';
import { type Action, actionsShown } from '../model/keys/actions.js';
import { isOffered, keysOf, labelOf, whyNot } from '../model/keys/keys.js';
import { isZoomed } from '../model/layout.js';
import { leaveWords, leftWords } from '../model/leaving.js';
import type { ActionsMode, Mode, PickMode, PickOption } from '../model/mode.js';
import { optionsShown } from '../model/picking.js';
import { current } from '../model/rows/rows.js';
import type { State } from '../model/state.js';
import { fieldWith } from '../model/texts/text-field.js';
import type { Event } from '../model/update.js';
import { shownKey } from '../view/panels.js';
import { inWords, keyLines, lineOf } from './describe.js';
import { howToWrite } from './text-ends.js';

/** What a mode asks for. */
export interface Question {
  /** Said before the prompt, unless it was said just before. */
  readonly lines: readonly Line[];
  readonly prompt: string;
  /** Whether the answer is one of several, which nothing that is pasted may choose. */
  readonly isChoice: boolean;
  /** What answers stand for: one that was given before this changed is for something else. */
  readonly meaning?: string | undefined;
  /** Of a text without spaces around it; what may be answered depends on the state by then, of which all changes were said. */
  readonly answer: (text: string, state: State) => Answer;
}

/** The events that an answer stands for, what is to be said instead, or what is wrong with it. */
export type Answer =
  /** `rest` answers what the events ask. */
  | { readonly events: readonly Event[]; readonly rest?: string }
  | { readonly says: readonly Line[] }
  | { readonly wrong: string };

type Asker<M extends Mode['is']> = (state: State, mode: Extract<Mode, { is: M }>, now: Date) => Question;

const askers: { readonly [M in Exclude<Mode['is'], 'write' | 'find'>]: Asker<M> } = {
  list: (state) => ({
    ...{ lines: [], prompt: 'Key', isChoice: true, meaning: current(state)?.uuid },
    answer: (text, now) => answerKey(now, text),
  }),
  actions: askAction,
  pick: (_state, mode, now) => choiceOf(mode, 'enter', now),
  ask: (_state, { title }) => askText(cleanLine(title)),
  filter: () => askText('Words to filter by (none: all rows)'),
  search: () => ({
    ...askText('Words to find'),
    answer: (text) => events(...(text === '' ? [press('esc')] : entered(text))),
  }),
  leave: askHowToLeave,
};

function askText(prompt: string): Question {
  return { lines: [], prompt, isChoice: false, answer: (text) => events(...entered(text)) };
}

/** What this state asks for; undefined while a text is written, or something is looked for. */
export function questionOf(state: State, now: Date): Question | undefined {
  const { mode } = state;
  return mode.is === 'write' || mode.is === 'find' ? undefined : askers[mode.is](state, mode as never, now);
}

export function press(name: string): Event {
  return { is: 'key', key: { name, ...([...name].length === 1 && { text: name }) } };
}

/** In place of what is in the line that is typed. */
function typed(text: string): readonly Event[] {
  return [press('ctrl+u'), ...(text === '' ? [] : [{ is: 'key', key: { name: 'paste', text } } as const])];
}

function entered(text: string): readonly Event[] {
  return [...typed(text), press('enter')];
}

function events(...all: readonly Event[]): Answer {
  return { events: all };
}

/** A key as it is named in the table, as it is shown, or as a letter; with what answers the question that it asks. */
function answerKey(state: State, text: string): Answer {
  if (text === '?') return { says: [...keyLines(state), lineOf(howToWrite)] };
  const [, first = '', rest = ''] = /^(\S) +(\S.*)$/.exec(text) ?? [];
  // A line with nothing but the key Esc is empty, too.
  const isBack = state.awaited && !isZoomed(state);
  const name = keyNamed(state, text || (isBack ? 'esc' : 'enter'));
  if (name !== undefined) return pressIfOffered(state, name);
  if (first !== '' && keyNamed(state, first) !== undefined) return { rest, ...pressIfOffered(state, first) };
  if (/^\d+$/.test(text)) return { wrong: `no list ${text}; ? lists all keys` };
  return /^\^?[!-~]$/.test(text) ? { wrong: `no key ${text}; ? lists all keys` } : { events: [press(':')], rest: text };
}

function keyNamed(state: State, text: string): string | undefined {
  const isIt = (key: string): boolean =>
    key === text || (text.length > 1 && [key, shownKey(key)].some((each) => each.toLowerCase() === text.toLowerCase()));
  const named = keysOf(state).flatMap(({ keys }) => keys.filter(isIt));
  return named.find((key) => offeredAs(state, key)) ?? named[0];
}

function offeredAs(state: State, key: string): boolean {
  return keysOf(state).some((entry) => entry.keys.includes(key) && isOffered(state, entry));
}

function pressIfOffered(state: State, name: string): Answer {
  if (offeredAs(state, name)) return events(press(name));
  const entry = keysOf(state).find(({ keys }) => keys.includes(name));
  return { wrong: entry ? inWords(`${entry.help}: ${asText(whyNot(state, entry) ?? '')}`) : '' };
}

/** Rows and actions that have the words that were entered, by number. */
function askAction(state: State, mode: ActionsMode): Question {
  const all = mode.field.text.trim() === '' ? [] : actionsShown(state, mode);
  const named = all.map((action, at) => `${at + 1} ${actionWords(action)}`);
  const read = named.filter((_name, at) => at < mostRead || all[at]?.is === 'look');
  return {
    lines: [...read, ...moreWords(named, read)].map((text) => lineOf(text)),
    meaning: named.join('\n'),
    prompt: all.length === 0 ? 'Words, a key or a reference' : 'Number, or other words',
    isChoice: true,
    answer(text) {
      if (text === '') return events(press('esc'));
      if (text === '?') return { says: all.length === 0 ? keyLines(state) : named.map((each) => lineOf(each)) };
      const at = Number(text) - 1;
      if (all[at]) return events(...down(mode.at, at, all.length), press('enter'));
      const found = actionsShown(state, { field: fieldWith(text) });
      const meant = meantBy(state, found, text);
      return events(...typed(text), ...(meant ? [...down(0, found.indexOf(meant), found.length), press('enter')] : []));
    },
  };
}

/** What these words can only mean: what is called so, or the only one that has them; what is nowhere is looked for. */
function meantBy(state: State, found: readonly Action[], text: string): Action | undefined {
  const named = found.filter((each) => each.is !== 'look');
  const isCalled = (each: Action): boolean =>
    each.is === 'row'
      ? isAlike(each.item.ref, text)
      : each.is === 'key' && [labelOf(state, each.entry), each.entry.help].some((words) => isAlike(words, text));
  const [only, second] = isReference(text) ? [found[0]] : named.length > 0 ? named : found;
  return named.find(isCalled) ?? (second ? undefined : only);
}

function actionWords(action: Action): string {
  if (action.is === 'row') return `go to ${action.item.ref} ${titleOf(action.item.row)}`;
  if (action.is === 'look') return `search everywhere for "${action.text}"`;
  const why = action.why === undefined ? '' : `: ${asText(action.why)}`;
  return `${shownKey(action.entry.keys[0] ?? '')} ${action.entry.help}${why}`;
}

/** From one mark to another in a list. */
export function down(from: number, to: number, count: number): readonly Event[] {
  return Array.from({ length: to >= from ? to - from : to - from + count }, () => press('down'));
}

export function isAlike(one: string, other: string): boolean {
  return toPlainLetters(one) === toPlainLetters(other);
}

/** The most options that are read out unasked where a part of a name can be typed. */
const mostRead = 5;

/** How many more there are, and how to hear them. */
function moreWords(all: readonly unknown[], read: readonly unknown[]): readonly string[] {
  return all.length > read.length ? [`? for ${all.length - read.length} more`] : [];
}

/** What a word of a text is to become. */
export function wordQuestion(word: string, options: readonly PickOption[]): Question {
  const title = `${word} (Enter leaves it)`;
  const asked = choiceOf({ is: 'pick', what: 'found', title, rows: [], options, at: 0 }, 'tab');
  return { ...asked, meaning: undefined };
}

/** One of several, which this key chooses once it is marked. */
function choiceOf(mode: PickMode, key: 'enter' | 'tab', now?: Date): Question {
  const shown = optionsShown(mode);
  const read = mode.field || key === 'tab' ? shown.slice(0, mostRead) : shown;
  const more = moreWords(shown, read);
  const words = (options: readonly PickOption[]): readonly string[] =>
    options.map((option, at) => optionWords(mode, option, { at, now }));
  const title = cleanLine(mode.title);
  return {
    lines: mode.isList
      ? [title, ...words(read), ...more].map((text) => lineOf(text))
      : [lineOf(`${title}: ${[...words(read), ...more].join('; ')}`)],
    prompt: shown.some(({ letter }) => letter === undefined) ? 'Number' : 'Key',
    isChoice: true,
    meaning: shown.map(({ value }) => value).join('\n'),
    answer(text) {
      if (text === '') return events(press('esc'));
      if (text === '?') return { says: words(shown).map((each) => lineOf(each)) };
      return answerChoice(mode, shown, { text, key });
    },
  };
}

/** The key of an option, or else its number. */
function keyOf({ letter }: PickOption, at: number): string {
  return letter ?? String(at + 1);
}

function nameOf({ text }: PickOption): string {
  return cleanLine(text).replace(/ {2,}/g, ', ');
}

function optionWords(
  { what }: PickMode,
  option: PickOption,
  { at, now }: { readonly at: number; readonly now: Date | undefined },
): string {
  const { isSet, time } = option;
  const age = time === undefined || !now ? '' : `, ${ageCell(time, now).text}`;
  const set = isSet ? `, ${takenBack[what] ?? 'now'}` : '';
  return `${keyOf(option, at)} ${nameOf(option)}${age}${set}`;
}

/** What choosing does that is set already, where that takes it back. */
const takenBack: { readonly [W in PickMode['what']]?: string } = { assign: 'unassign', tag: 'remove' };

function answerChoice(
  mode: PickMode,
  shown: readonly PickOption[],
  { text, key }: { readonly text: string; readonly key: string },
): Answer {
  const hasKey = shown.findIndex((option, at) => keyOf(option, at) === text);
  const isNumber = /^\d+$/.test(text);
  const isCounted = hasKey < 0 && isNumber && !shown.some(({ letter = '' }) => /\d/.test(letter));
  const at = isCounted ? Number(text) - 1 : hasKey;
  if (shown[at]) return events(...down(mode.at, at, shown.length), press(key));
  const having = isNumber ? [] : optionsShown({ ...mode, field: fieldWith(text) });
  // Where keys choose, a key of something else must not choose what has that letter somewhere.
  const found = mode.field ? having : having.filter((option) => beginsWords(option.text, text));
  const one = found.length === 1 ? found[0] : found.find((each) => isAlike(each.text, text));
  // Who names somebody wants them assigned; only a number, of which it was read out what it does, takes that back.
  const back = one?.isSet ? takenBack[mode.what] : undefined;
  if (one && back && !shown.includes(one)) return events(...typed(text));
  if (one && back)
    return {
      wrong: `${cleanLine(one.text)} is ${mode.what === 'tag' ? 'set' : 'assigned'} already; ${keyOf(one, shown.indexOf(one))} to ${back}`,
    };
  if (one && mode.field) return events(...typed(text), ...down(0, found.indexOf(one), found.length), press(key));
  if (one) return events(...down(mode.at, shown.indexOf(one), shown.length), press(key));
  if (found.length > 0 && mode.field) return events(...typed(text));
  const several = found.map(nameOf).join('; ');
  return { wrong: found.length > 0 ? `several have these words: ${several}` : `none of these: ${cleanLine(text)}` };
}

/** Whether a word of this text begins with each of these words. */
function beginsWords(text: string, words: string): boolean {
  const parts = toPlainLetters(text)
    .split(/\s+/)
    .flatMap((each) => [each, ...each.split(/[^\p{L}\p{N}]+/u)]);
  return toPlainLetters(words)
    .split(/\s+/)
    .every((word) => parts.some((part) => part.startsWith(word)));
}

function askHowToLeave(state: State, _mode: Mode, now: Date): Question {
  const offered = leaveWords(state, now);
  const words = offered.map((each) => `${shownKey(each.key)} ${each.words}`);
  return {
    lines: [lineOf(`${leftWords(state)}: ${words.join('; ')}`)],
    prompt: 'Key',
    isChoice: true,
    answer(given) {
      const text = given.toLowerCase();
      const chosen = offered.find(({ key }) => key === text) ?? offered[Number(text) - 1];
      return chosen
        ? events(press(chosen.key))
        : { wrong: `one of ${offered.map(({ key }) => shownKey(key)).join(', ')}` };
    },
  };
}
