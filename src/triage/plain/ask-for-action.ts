import { isOffered, type KeyEntry, keys, labelOf } from '../model/keys.js';
import type { State } from '../model/state.js';
import type { Key } from '../model/update.js';
import { instead, numbered, type PlainParts, sayWrapped } from './questions.js';

/** Keys that make no sense where nothing is drawn. */
const omitted: readonly string[] = ['space', '/', '?', 'R'];

/** What may be done, as a numbered list; a key itself is taken too. */
export async function askForAction(parts: PlainParts, state: State): Promise<Key> {
  const { prompt, signal } = parts.context;
  const isMove = ({ keys: [key] }: KeyEntry): boolean => key === 'j' || key === 'k';
  const shown = keys.filter(
    ({ keys: [key = ''], label }) => key === 'q' || (label !== undefined && !omitted.includes(key)),
  );
  // What is asked about a conflict comes last, so that no other number changes.
  const offered = [
    ...shown.filter(({ group }) => group !== 'Settle'),
    ...keys.filter(isMove),
    ...shown.filter(({ group }) => group === 'Settle'),
  ].filter((entry, at, all) => isOffered(state, entry) && !entry.isHidden?.(state) && all.indexOf(entry) === at);
  await sayWrapped(parts, numbered(offered.map((entry) => labelOf(state, entry) || entry.help)));
  const chosen = await prompt.line({
    ...{ message: 'Number', instead, signal, refusesPaste: true },
    check: (text) => (entryFor(offered, text) ? undefined : `a number from 1 to ${offered.length}`),
  });
  return keyOf(entryFor(offered, chosen)?.keys[0] ?? 'q');
}

function entryFor(offered: readonly KeyEntry[], text: string): KeyEntry | undefined {
  return offered[Number(text.trim()) - 1] ?? offered.find(({ keys: own }) => own.includes(text.trim()));
}

function keyOf(name: string): Key {
  return { name, ...([...name].length === 1 && { text: name }) };
}
