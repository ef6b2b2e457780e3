import { decide } from './deciding.js';
import { current, goTo, withMark } from './rows.js';
import type { Conflict, Item, State } from './state.js';
import { type Step, say } from './step.js';

interface OpenConflict {
  readonly item: Item;
  readonly conflict: Conflict;
  /** It is about the row at the cursor, so that it can be answered. */
  readonly isHere: boolean;
}

/** The conflict that the question on the screen is about: that of the row at the cursor, or the oldest. */
export function openConflict(state: State): OpenConflict | undefined {
  const at = current(state)?.uuid;
  const open = [...state.marks].flatMap(([uuid, { conflict }]): readonly OpenConflict[] => {
    const item = conflict && state.items.find((each) => each.uuid === uuid);
    return item ? [{ item, conflict, isHere: uuid === at }] : [];
  });
  return open.find(({ isHere }) => isHere) ?? open[0];
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
