import type { Sentence } from '../../../contract/errors.js';
import { followingNames } from '../../../contract/following.js';
import { macroWords } from '../../../contract/macro.js';
import type { AskingLine, PickMode, PickOption, WritingMessage } from '../mode.js';
import { ask, pick, withLetters } from '../picker.js';
import { current, goTo, itemsAmong } from '../rows/rows.js';
import type { MacroChoice, State } from '../state.js';
import { type Step, say } from '../step.js';
import { blankMessage } from '../texts/writing.js';
import { may, targetWords } from './rights.js';

/** What comes back about a macro: its text, filled in for each row, or why it cannot be used. */
type MacroAnswer = {
  /** What it was looked for by. */
  readonly sought: string;
} & ({ readonly writing: WritingMessage } | { readonly why: Sentence });

/** The name of the macro for a ticket that is a duplicate of another one. */
const duplicate = 'duplicate';

/** Shows the macros that can be used here, each with its key. */
export function pickMacro(state: State): Step {
  const { options, twice } = macroOptions(state);
  // A file may have been added since.
  const read = { do: 'templates' } as const;
  if (options.length === 0) return [say(state, 'there is no macro that you may use here'), read];
  const [picking] = pick(state, { what: 'macro', title: `macro for ${targetWords(state)}`, options });
  return [twice === undefined ? picking : say(picking, twice, 'bad'), read];
}

/** The macros of the picker as their files have them now; the marked one stays marked. */
export function withMacros(state: State): State {
  const { mode } = state;
  if (mode.is !== 'pick' || mode.what !== 'macro') return state;
  const { options } = macroOptions(state);
  const at = options.findIndex(({ value }) => value === mode.options[mode.at]?.value);
  return { ...state, mode: { ...mode, options, at } };
}

/** The macros that can be used here, and that two of them want one key. */
function macroOptions(state: State): { readonly options: readonly PickOption[]; readonly twice: string | undefined } {
  const usable = state.words.macros.filter((macro) => mayUse(state, macro));
  const doubled = usable.find(({ key, name }) => key !== undefined && otherWith(usable, key, name) !== undefined);
  const named = usable.map((macro): PickOption => {
    const { name, key, why } = macro;
    const text = `${name}  ${why === undefined ? macroWords(macro) : 'cannot be used'}`;
    const isOwn = key !== undefined && otherWith(usable, key, name) === undefined;
    return { text, value: name, ...(isOwn && { letter: key }) };
  });
  // If two have the same key, neither gets it.
  const options = withLetters(named, ...usable.flatMap(({ key = [] }) => key));
  if (doubled?.key === undefined) return { options, twice: undefined };
  const names = `${doubled.name} and ${otherWith(usable, doubled.key, doubled.name) ?? ''}`;
  return { options, twice: `the macros ${names} both have the key ${doubled.key}, so neither gets it` };
}

function otherWith(macros: readonly MacroChoice[], key: string, name: string): string | undefined {
  return macros.find((each) => each.key === key && each.name !== name)?.name;
}

/** Whether the user may do all that a macro does; of one that cannot be read, nothing is known. */
function mayUse(state: State, macro: MacroChoice): boolean {
  const isEdit = followingNames.some((name) => macro[name] !== undefined);
  return may(state, macro.kind ?? 'reply') && (!isEdit || may(state, 'edit'));
}

export function hasNoMacro(state: State): boolean {
  return !state.words.macros.some((macro) => mayUse(state, macro));
}

export function mayDuplicate(state: State): boolean {
  return state.words.macros.some((macro) => macro.name === duplicate && mayUse(state, macro));
}

/** Asks of which ticket these are duplicates. */
export function askOriginal(state: State): Step {
  return askFor(state, { macro: duplicate });
}

function askFor(state: State, given: Partial<AskingLine>): Step {
  return ask(state, { what: 'original', title: `${targetWords(state)} is a duplicate of`, ...given });
}

/** What choosing a macro does. */
export function chooseMacro(state: State, { rows }: PickMode, name: string): Step {
  const macro = state.words.macros.find((each) => each.name === name);
  if (macro?.why !== undefined) return [say(state, macro.why, 'bad')];
  return macro?.needsOriginal ? askFor(state, { macro: name, rows }) : useMacro(state, name, { rows });
}

/** Has a macro filled in for rows; nothing is done until it has been shown. */
export function useMacro(
  state: State,
  name: string,
  { rows, original }: { readonly rows: readonly string[]; readonly original?: string },
): Step {
  const { kind = 'reply', status, goes } = state.words.macros.find((each) => each.name === name) ?? {};
  const writing = blankMessage(state, kind, itemsAmong(state, rows));
  if (!writing) return [state];
  const sought = original ?? name;
  return [
    { ...state, mode: { is: 'find', text: sought }, notice: undefined },
    { do: 'macro', sought, name, writing: { ...writing, status, goes, macro: { text: '' } }, original },
  ];
}

/** Shows a macro as it will be sent, unless it is no longer waited for. */
export function takeMacro(state: State, answer: MacroAnswer): Step {
  if (state.mode.is !== 'find' || state.mode.text !== answer.sought) return [state];
  const closed: State = { ...state, mode: { is: 'list' } };
  if ('why' in answer) return [say(closed, answer.why, 'bad')];
  const { writing } = answer;
  const [shown, ...looks] = writing.row === current(closed)?.uuid ? [closed] : goTo(closed, writing.row);
  return [{ ...shown, mode: writing }, ...looks];
}
