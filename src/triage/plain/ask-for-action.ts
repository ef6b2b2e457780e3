import { cleanLine } from '../../output/text/clean.js';
import { isOffered, type KeyEntry, keys, labelOf } from '../model/keys.js';
import { targetsOf } from '../model/rows.js';
import type { State } from '../model/state.js';
import type { Key } from '../model/update.js';
import { namesIn } from '../model/writing.js';
import { instead, numbered, type PlainParts, sayWrapped } from './questions.js';

/** What may be done, as a numbered list; a key itself is taken too. */
export async function askForAction(parts: PlainParts, state: State): Promise<Key> {
  const { prompt, signal } = parts.context;
  const { selected, filter } = state;
  const isMove = ({ keys: [key] }: KeyEntry): boolean => key === 'j' || key === 'k';
  // The help is about keys.
  const shown = keys.filter(({ keys: [key], label }) => label !== undefined && key !== '?');
  // What is asked about a conflict comes last, so that no other number changes.
  const offered = [
    ...shown.filter(({ group }) => group !== 'Settle'),
    ...keys.filter(isMove),
    ...keys.filter(({ keys: [key] }) => key === 'esc' && (selected.size > 0 || filter !== '')),
    ...shown.filter(({ group }) => group === 'Settle'),
  ].filter((entry, at, all) => isOffered(state, entry) && !entry.isHidden?.(state) && all.indexOf(entry) === at);
  if (selected.size > 0)
    await sayWrapped(parts, cleanLine(`${selected.size} selected: ${namesIn(targetsOf(state).map(({ ref }) => ref))}`));
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
