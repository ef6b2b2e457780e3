import { pressWords } from './press-words.js';
import { nameOutside } from './rows.js';
import type { State } from './state.js';

/** What earlier sessions left, until the first key: also which rows have unsent text, and how to get to those of other lists. */
export function reminderWords(state: State): string | undefined {
  const { reminder, drafted = [], items, isLoaded } = state;
  const isHere = (name: string): boolean =>
    !isLoaded || items.some(({ ref }) => ref.toLowerCase() === name.toLowerCase());
  const [here, away] = [drafted.filter(isHere), drafted.filter((ref) => !isHere(ref))];
  const press = pressWords(state, 'r', 'n');
  const enter = away.length === 1 ? away[0] : 'one of them';
  const said = [
    ...(reminder === undefined ? [] : [reminder]),
    ...(here.length > 0 ? [`${here.join(', ')}: unsent text; ${press} there to continue`] : []),
    ...(away.length > 0
      ? [
          `${away.map((ref) => nameOutside(state, ref)).join(', ')}: unsent text, not in this list; ${pressWords(state, 'f')} and enter ${enter}, then ${press} to continue`,
        ]
      : []),
  ];
  return said.length > 0 ? said.join('; ') : undefined;
}
