import { cleanLine } from '../../contract/clean.js';
import { toPlainLetters } from '../../contract/plain-letters.js';
import { isOffered, type KeyEntry, keys, labelOf } from '../model/keys.js';
import { itemsWith, shownItems, targetsOf } from '../model/rows.js';
import type { Item, State } from '../model/state.js';
import type { Event } from '../model/update.js';
import { namesIn } from '../model/writing.js';
import { instead, numbered, type PlainParts, sayWrapped } from './questions.js';

/** What was chosen, and the list of what may be done as it was last said. */
interface Chosen {
  readonly event: Event;
  readonly said: string;
}

/**
 * What may be done, as a numbered list, which is said again only if it is another one. Also taken are the words of an action, its
 * key, and words of another row, to go there.
 */
export async function askForAction(parts: PlainParts, state: State, said: string): Promise<Chosen> {
  const { prompt, signal } = parts.context;
  const offered = offeredIn(state);
  const list = numbered(offered.map((entry) => wordsOf(state, entry)));
  const { selected } = state;
  if (selected.size > 0)
    await sayWrapped(parts, cleanLine(`${selected.size} selected: ${namesIn(targetsOf(state).map(({ ref }) => ref))}`));
  if (list !== said) await sayWrapped(parts, list);
  const text = await prompt.line({
    ...{ message: list === said ? 'Number (? to list them)' : 'Number', instead, signal, refusesPaste: true },
    check: (given) => checkAction(state, offered, given),
  });
  if (text.trim() === '?') return await askForAction(parts, state, '');
  const row = entryFor(state, offered, text) ? undefined : rowFor(state, text);
  const name = entryFor(state, offered, text)?.keys[0] ?? 'q';
  const key = { name, ...([...name].length === 1 && { text: name }) };
  return { event: row ? { is: 'click', uuid: row.uuid } : { is: 'key', key }, said: list };
}

function offeredIn(state: State): readonly KeyEntry[] {
  const { selected, filter } = state;
  const isMove = ({ keys: [key] }: KeyEntry): boolean => key === 'j' || key === 'k';
  // The help is about keys.
  const shown = keys.filter(({ keys: [key], label }) => label !== undefined && key !== '?');
  // What is asked about a conflict comes last, so that no other number changes.
  return [
    ...shown.filter(({ group }) => group !== 'Settle'),
    ...keys.filter(isMove),
    ...keys.filter(({ keys: [key] }) => key === 'esc' && (selected.size > 0 || filter !== '')),
    ...shown.filter(({ group }) => group === 'Settle'),
  ].filter((entry, at, all) => isOffered(state, entry) && !entry.isHidden?.(state) && all.indexOf(entry) === at);
}

function wordsOf(state: State, entry: KeyEntry): string {
  return labelOf(state, entry) || entry.help;
}

function entryFor(state: State, offered: readonly KeyEntry[], given: string): KeyEntry | undefined {
  const text = given.trim();
  const isNamed = (entry: KeyEntry): boolean => toPlainLetters(wordsOf(state, entry)) === toPlainLetters(text);
  return offered[Number(text) - 1] ?? offered.find(({ keys: own }) => own.includes(text)) ?? offered.find(isNamed);
}

/** The row with these words, if there is only one of those shown. */
function rowFor(state: State, text: string): Item | undefined {
  const [row, ...others] = rowsFor(state, text);
  return others.length === 0 ? row : undefined;
}

function rowsFor(state: State, text: string): readonly Item[] {
  const words = text.trim();
  const found = words.length < 2 || /^\d+$/.test(words) ? [] : itemsWith({ ...state, items: shownItems(state) }, words);
  const named = found.filter(({ ref }) => ref.toLowerCase() === words.toLowerCase());
  return named.length > 0 ? named : found;
}

function checkAction(state: State, offered: readonly KeyEntry[], text: string): string | undefined {
  if (text.trim() === '?' || entryFor(state, offered, text) || rowFor(state, text)) return undefined;
  const found = rowsFor(state, text);
  if (found.length > 1) return `several rows have these words: ${namesIn(found.map(({ ref }) => cleanLine(ref)))}`;
  const [number, name] = [`a number from 1 to ${offered.length}`, 'the name of an action'];
  return shownItems(state).length > 0 ? `${number}, ${name}, or words of a row` : `${number}, or ${name}`;
}
