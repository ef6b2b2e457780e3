import { decide } from './deciding.js';
import { goTo, withMark } from './rows.js';
import type { Conflict, Item, State } from './state.js';
import { type Step, say } from './step.js';

/** The row, and the conflict about it, that the question on the screen is about: the oldest. */
export function openConflict(state: State): { readonly item: Item; readonly conflict: Conflict } | undefined {
  for (const [uuid, { conflict }] of state.marks) {
    const item = conflict && state.items.find((each) => each.uuid === uuid);
    if (item) return { item, conflict };
  }
  return undefined;
}

/** Answers the question whose value counts. */
export function answerConflict(state: State, answer: 'mine' | 'theirs' | 'look'): Step {
  const open = openConflict(state);
  if (!open) return [state];
  const { item, conflict } = open;
  if (answer === 'look') return goTo(state, item.uuid);
  const settled = withMark(state, item.uuid, ({ conflict: _conflict, trouble: _trouble, ...rest }) => rest);
  if (answer === 'theirs') return [say(settled, `${item.ref} stays as it is now`), { do: 'look', uuid: item.uuid }];
  const { what, value, shown, isRemoval = false, message } = conflict.decision;
  const choice = { what, value, shown, isRemoval, isSure: true, ...(message && { message }) };
  const [decided, ...effects] = decide(settled, choice, [item]);
  return [decided, ...effects];
}
