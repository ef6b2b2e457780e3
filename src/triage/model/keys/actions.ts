import { phrase, type Sentence } from '../../../contract/errors.js';
import { isReference } from '../../../contract/row.js';
import { toPlainLetters } from '../../../contract/text/plain-letters.js';
import type { Key } from '../../../terminal/key-names.js';
import type { ActionsMode } from '../mode.js';
import { markAfter } from '../picker.js';
import { goToFound, itemsWith } from '../rows/rows.js';
import type { Item, State } from '../state.js';
import { type Step, say } from '../step.js';
import { type KeyEntry, keysOf, labelOf, runEntry, whyNot } from './keys.js';

/** What can be chosen: a key, a row to go to, or a search for the words everywhere. */
export type Action =
  | { readonly is: 'key'; readonly entry: KeyEntry; readonly why: Sentence | undefined }
  | { readonly is: 'row'; readonly item: Item }
  | { readonly is: 'look'; readonly text: string };

/** The groups in the order in which they are shown. */
export const groups: readonly KeyEntry['group'][] = ['Yours', 'Decide', 'Write', 'Move', 'More', 'Settle'];

/** How many rows are named at most. */
const mostRows = 20;

/** Every action, or those that have all the typed words; a reference or the name of a key comes first. */
export function actionsShown(state: State, { field }: Pick<ActionsMode, 'field'>): readonly Action[] {
  const text = field.text.trim();
  const entries = groups.flatMap((group) => actionsIn(state, group));
  const all = entries.toSorted((one, other) => Number(one.why !== undefined) - Number(other.why !== undefined));
  if (text === '') return all;
  const words = toPlainLetters(text).split(/\s+/);
  const rank = ({ entry, why }: (typeof all)[number]): number => {
    if (entry.keys.includes(text)) return 0;
    const isNamed = toPlainLetters(labelOf(state, entry)).startsWith(toPlainLetters(text));
    return why !== undefined ? 3 : isNamed ? 1 : 2;
  };
  const has = ({ entry }: (typeof all)[number]): boolean => {
    const searched = toPlainLetters(`${labelOf(state, entry)} ${entry.help}`);
    return entry.keys.includes(text) || words.every((word) => searched.includes(word));
  };
  const found = all.filter(has).toSorted((one, other) => rank(one) - rank(other));
  const rows = itemsWith(state, text).slice(0, mostRows);
  const isNamed = isReference(text);
  const goTos = rows.map((item): Action => ({ is: 'row', item }));
  const look: Action = { is: 'look', text };
  const isHere = rows.some(({ ref }) => ref.toLowerCase() === text.toLowerCase());
  return isNamed ? [...(isHere ? [...goTos, look] : [look, ...goTos]), ...found] : [...found, ...goTos, look];
}

/** The keys of a group, without those that do something else here. */
function actionsIn(state: State, group: KeyEntry['group']) {
  const all = keysOf(state).map((entry) => ({ is: 'key' as const, entry, why: whyNotNow(state, entry) }));
  const taken = new Set(all.flatMap(({ entry, why }) => (why === undefined ? entry.keys : [])));
  const isTaken = ({ keys: own }: KeyEntry): boolean => group !== 'Settle' && own.some((key) => taken.has(key));
  return all.filter(({ entry, why }) => entry.group === group && (why === undefined || !isTaken(entry)));
}

function whyNotNow(state: State, entry: KeyEntry): Sentence | undefined {
  const why = whyNot(state, entry);
  return why === undefined && entry.isHidden?.(state) ? (entry.why ?? 'not now') : why;
}

/** What a key does in the list of actions; undefined if it changes what is typed. */
export function inActions(state: State, { name, text }: Key, mode: ActionsMode): Step | undefined {
  const closed: State = { ...state, mode: { is: 'list' } };
  const isBlank = mode.field.text.trim() === '';
  if (name === 'esc' || name === 'ctrl+c' || (isBlank && ((name === 'enter' && mode.at < 0) || text === '?')))
    return [closed];
  if (name === 'enter') return choose(closed, actionsShown(state, mode)[mode.at]);
  const by = { down: 1, tab: 1, up: -1, 'shift+tab': -1 }[name];
  if (by !== undefined)
    return [{ ...state, mode: { ...mode, at: markAfter(mode.at, by, actionsShown(state, mode).length) } }];
  const page = { pagedown: 10, pageup: -10, 'wheel-down': 3, 'wheel-up': -3 }[name];
  if (page === undefined) return undefined;
  return [{ ...state, mode: { ...mode, at: isBlank ? -1 : mode.at, from: Math.max(0, mode.from + page) } }];
}

function choose(state: State, action: Action | undefined): Step {
  if (action?.is === 'row') return goToFound(state, action.item);
  if (action?.is === 'look')
    return [
      { ...state, mode: { is: 'find', text: action.text } },
      { do: 'find', text: action.text },
    ];
  if (!action) return [state];
  const { entry, why } = action;
  if (why === undefined) return runEntry(state, entry);
  return [say(state, phrase`${entry.help}: ${why}`)];
}
