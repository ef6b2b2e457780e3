import type { State } from './state.js';
import { type Step, say } from './step.js';
import { fieldWith } from './texts/text-field.js';

/** Where a text that is looked for in the detail is. */
interface SoughtAnswer {
  readonly text: string;
  /** Which of these many places is shown, and its line; none if there is no such place. */
  readonly found: { readonly at: number; readonly of: number; readonly line: number } | undefined;
}

export function zoom(state: State): Step {
  return [{ ...state, isZoomed: true }];
}

export function unzoom({ sought: _sought, ...state }: State): Step {
  return [{ ...state, isZoomed: false }];
}

/** Below the end of any detail (lines). */
export const beyondEnd = 2 ** 40;

export function scrollBy(by: number): (state: State) => Step {
  return (state) => [{ ...state, scroll: Math.min(beyondEnd, Math.max(0, state.scroll + by)) }];
}

/** No further than its end, and as far above that as it was scrolled up from there before that was known. */
export function scrollWithin({ scroll }: State, furthest: number): number {
  return scroll < beyondEnd / 2 ? Math.min(scroll, furthest) : Math.max(0, furthest - (beyondEnd - scroll));
}

/** By as much as is seen of the detail. */
export function scrollPage(pages: number): (state: State) => Step {
  return (state) => scrollBy(pages * (state.pageLines ?? state.size.rows))(state);
}

export function search(state: State): Step {
  const { scroll, sought } = state;
  return [{ ...state, mode: { is: 'search', field: fieldWith(''), scroll, ...(sought && { before: sought }) } }];
}

/** Goes to the next place, or the one before. */
export function seekNext(by: 1 | -1): (state: State) => Step {
  return (state) =>
    state.sought ? [state, { do: 'seek', text: state.sought.text, at: state.sought.at + by }] : [state];
}

const linesAbove = 2;

export function takeSought(state: State, { text, found }: SoughtAnswer): Step {
  if (state.sought?.text !== text) return [state];
  if (!found) return [say(state, `not found: ${text}`, 'bad')];
  const { at, of, line } = found;
  return [say({ ...state, sought: { text, at }, scroll: Math.max(0, line - linesAbove) }, `${at + 1} of ${of}`)];
}
