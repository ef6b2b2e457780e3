import type { AskingLine, PickMode, PickOption } from './mode.js';
import { targetsOf } from './rows/rows.js';
import type { State } from './state.js';
import type { Step } from './step.js';
import { fieldWith } from './texts/text-field.js';

/** None of the options is marked until an arrow key is used, so that Enter chooses nothing. */
export const unmarked = -1;

/** The mark of a list after one that is so many options further on, around its ends. */
export function markAfter(at: number, by: number, count: number): number {
  return (Math.max(at, by > 0 ? unmarked : 0) + by + count) % count;
}

export type Picking = Omit<PickMode, 'is' | 'rows' | 'at'> & Partial<Pick<PickMode, 'rows' | 'at'>>;

/** Has an option chosen, for the rows that keys act on unless it names others; none is marked unless it says which. */
export function pick(state: State, picking: Picking): Step {
  const rows = targetsOf(state).map(({ uuid }) => uuid);
  return [{ ...state, mode: { is: 'pick', rows, at: unmarked, ...picking }, notice: undefined }];
}

/** Asks for a line, for the rows that keys act on unless it names others. */
export function ask(state: State, asking: Pick<AskingLine, 'what' | 'title'> & Partial<AskingLine>): Step {
  const rows = targetsOf(state).map(({ uuid }) => uuid);
  return [{ ...state, mode: { is: 'ask', rows, field: fieldWith(''), ...asking } }];
}

/** Gives each option without a key the first letter or digit of its text that no other one has. */
export function withLetters(options: readonly PickOption[], ...reserved: readonly string[]): readonly PickOption[] {
  const own = options.map(({ letter }) => letter);
  const taken = new Set<string | undefined>([...reserved, ...own]);
  return options.map((option, at) => {
    // Of two that want the same key, the first one gets it.
    if (option.letter !== undefined && own.indexOf(option.letter) === at) return option;
    const letter = [...option.text.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz0123456789'].find(
      (each) => /[a-z\d]/.test(each) && !taken.has(each),
    );
    if (letter === undefined) return option;
    taken.add(letter);
    return { ...option, letter };
  });
}
