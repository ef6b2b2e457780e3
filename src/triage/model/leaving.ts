import { conflictsIn, openConflict, unsent } from './conflicts.js';
import { andRelease } from './holding.js';
import type { State } from './state.js';
import type { Step } from './step.js';

/** Ends triage, unless something has not been sent. */
export function quit(state: State): Step {
  if (unsent(state).length > 0) return [{ ...state, mode: { is: 'leave' } }];
  return [{ ...state, isOver: true }];
}

/** Quits once everything is sent, if that is waited for; what went wrong at the end is to be read. */
export function leaveOnceSent([state, ...effects]: Step): Step {
  const { mode, pending, notice } = state;
  if (mode.is !== 'leave' || !mode.isWaiting || pending.length > 0) return [state, ...effects];
  if (notice?.tone === 'bad' || openConflict(state)) return [{ ...state, mode: { is: 'list' } }, ...effects];
  return [{ ...state, isOver: true }, ...effects];
}

interface LeaveKey {
  readonly key: string;
  readonly label: string;
  readonly isOffered?: (state: State) => boolean;
  readonly run: (state: State) => Step;
}

const toList = (state: State): State => ({ ...state, mode: { is: 'list' } });

const allLeaveKeys: readonly LeaveKey[] = [
  {
    ...{ key: 'w', label: 'wait', isOffered: ({ pending }: State) => pending.length > 0 },
    run: (state) => leaveOnceSent(andRelease([{ ...state, mode: { is: 'leave', isWaiting: true } }])),
  },
  { key: 'k', label: 'keep for next time', run: (state) => [{ ...toList(state), isOver: true }] },
  { key: 'd', label: 'drop', run: (state) => [{ ...toList(state), pending: [], marks: new Map(), isOver: true }] },
  { key: 'esc', label: 'go back', run: (state) => [toList(state)] },
];

/** What can be done about what has not been sent. */
export function leaveKeys(state: State): readonly LeaveKey[] {
  return allLeaveKeys.filter(({ isOffered }) => isOffered?.(state) ?? true);
}

/** What would be lost, such as `2 not sent yet, 1 conflict not settled`. */
export function leftWords(state: State): string {
  const count = conflictsIn(state).length;
  const waiting = state.pending.length > 0 ? [`${state.pending.length} not sent yet`] : [];
  const open = count > 0 ? [`${count} ${count === 1 ? 'conflict' : 'conflicts'} not settled`] : [];
  return [...waiting, ...open].join(', ');
}
