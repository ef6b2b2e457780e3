import { phrase } from '../../contract/errors.js';
import { noRow } from './decisions/rights.js';
import { current, listName } from './rows/rows.js';
import type { State } from './state.js';
import { type Step, say } from './step.js';

/** Waits for another list. */
export function awaitList({ other: _other, ...state }: State, name: string, at?: string): State {
  return sayAwaited({ ...state, awaited: { name, at } });
}

/** Waits for the list in another order, in which the cursor stays on its row; if another list is awaited, for that one. */
export function awaitOrder(state: State): State {
  const { awaited } = state;
  if (awaited && awaited.at === undefined) return sayAwaited(state);
  return awaitList(state, listName(state, state.title), current(state)?.uuid);
}

/** Says what is awaited, or nothing. */
export function sayAwaited(state: State): State {
  if (!state.awaited) return { ...state, notice: undefined };
  return { ...state, notice: { text: awaitedWords(state), tone: 'plain', isReading: true } };
}

export function awaitedWords(state: State): string {
  const { awaited, isZoomed } = state;
  if (!awaited) return noRow(state);
  const how = isZoomed ? '' : '; Esc keeps this list';
  return `reading ${awaited.name} …${how}`;
}

/** A key came before the list that it may be for. */
export function sayTooEarly(state: State, what: string): State {
  const text = phrase`${what}: ${awaitedWords(state)}`;
  return typedAhead({ ...state, notice: { text, tone: 'plain', isReading: true } });
}

/** What a key is for is not there yet, so that what is typed in one go with it is not for what is there by then. */
export function typedAhead(state: State): State {
  // Each line is for what was read out before it.
  return state.isSpoken ? state : { ...state, isTypedAhead: true };
}

/** What is typed from now on is for what is shown. */
export function rested({ isTypedAhead: _isTypedAhead, ...state }: State): State {
  return state;
}

/** Says that keys were ignored once what they may have been for is there. */
export function sayIgnored(before: State, state: State): State {
  const isOver = state.isTypedAhead && isWaiting(before) && !isWaiting(state) && state.notice === undefined;
  return isOver ? say(state, 'what you typed before this was shown was ignored') : state;
}

function isWaiting(state: State): boolean {
  return state.awaited !== undefined || state.mode.is === 'find' || isOpening(state);
}

/** Whether no row has been read so far. */
export function isOpening({ isLoaded, items }: State): boolean {
  return !isLoaded && items.length === 0;
}

/** What was awaited is there, or is not wanted any more. */
export function endWaiting({ awaited: _awaited, ...state }: State): State {
  return state.notice?.isReading ? { ...state, notice: undefined } : state;
}

/** Keeps the list that is shown. */
export function stay({ other: _other, ...state }: State): Step {
  return [endWaiting(state), { do: 'stay' }];
}
