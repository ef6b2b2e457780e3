import { type Decision, nounOf } from './decision.js';
import { endWait } from './holding.js';
import { goTo } from './rows.js';
import type { State } from './state.js';
import { type Step, say } from './step.js';
import { namesIn, namesOf } from './writing.js';

/** Takes back the last decision: one that waits for the server is not sent, for any of its rows; any other is undone. */
export function takeBack(state: State): Step {
  const held = unsentLast(state);
  if (!held && state.undo === 'lost') return [say(state, `your last change ${lostWords}`, 'bad')];
  if (!held) return [say(state, 'undoing …'), { do: 'undo' }];
  const decisions = state.pending.filter((each) => each === held || isLeftOf(each, held));
  const pending = state.pending.filter((each) => !decisions.includes(each));
  const [left, ...sending] = endWait({ ...state, pending, notice: undefined });
  const [moved, ...looks] = goTo(left, decisions[0]?.targets[0]?.uuid);
  const effects = [...sending, ...looks];
  const already = sentWords(left, held);
  // What became of the text is said once it is a draft.
  if (held.message) return [moved, { do: 'take-back', decisions, already }, ...effects];
  const words = `${namesOf(decisions)}: the ${nounOf(held)} was not sent`;
  if (held.isBegun) return [say(moved, `${words} again, but may have arrived${already}`, 'bad'), ...effects];
  return [say(moved, `${words}${already}`, 'good'), ...effects];
}

/** Whether there is nothing that could be taken back. */
export function hasNoUndo(state: State): boolean {
  return state.undo === 'lost' && unsentLast(state) === undefined;
}

export const lostWords = 'cannot be undone, because the state folder cannot be written to';

/** The last decision that has not been sent. */
function unsentLast(state: State): Decision | undefined {
  return state.pending.findLast(({ isHeld }) => isHeld) ?? unbegun(state);
}

/** The last row of a decision about several, if it has yet to be sent; an undo would come too late for it. */
function unbegun({ pending }: State): Decision | undefined {
  const last = pending.at(-1);
  return last?.batch !== undefined && !last.isBegun ? last : undefined;
}

/** Whether it was decided together with this one, and has not been sent either. */
function isLeftOf({ batch, isHeld = false, isBegun = false }: Decision, held: Decision): boolean {
  return batch !== undefined && batch === held.batch && (isHeld || !isBegun);
}

/** For which rows the same was sent before, or is being sent. */
function sentWords({ pending, batches }: State, { batch }: Decision): string {
  if (batch === undefined) return '';
  const done = (batches?.get(batch)?.outcomes ?? []).filter(({ is }) => is === 'done').map(({ target }) => target);
  const begun = pending.filter((each) => each.batch === batch).flatMap(({ targets }) => targets);
  const refs = [...done, ...begun].map(({ ref }) => ref);
  return refs.length === 0 ? '' : `; already sent for ${namesIn(refs)}`;
}
