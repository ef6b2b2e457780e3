import { shortMoment } from '../../output/time.js';
import { conflictsIn, openConflict, unsent } from './decisions/conflicts.js';
import { sendAllDue } from './decisions/deciding.js';
import type { Decision } from './decisions/decision.js';
import { andRelease } from './decisions/holding.js';
import { countGoing } from './decisions/proposals.js';
import type { Mode } from './mode.js';
import type { State } from './state.js';
import type { Step } from './step.js';
import { listOf } from './texts/writing.js';

/** Ends triage, unless something has not been sent; what could be taken back is sent now. */
export function quit(state: State): Step {
  const [next, ...sending] = sendAllDue(state);
  const isSending = sending.length > 0 || countGoing(next) > 0;
  const isWaiting = isSending && sending.length === unsent(next).length;
  if (unsent(next).length > 0 || isSending) return [{ ...next, mode: { is: 'leave', isWaiting } }, ...sending];
  return [{ ...next, isOver: true }];
}

/** Quits once everything is sent, if that is waited for or asked about; what went wrong at the end is to be read. */
export function leaveOnceSent([state, ...effects]: Step): Step {
  const { mode, pending, notice } = state;
  const isOpen = !isWaitedFor(mode) && conflictsIn(state).length > 0;
  if (mode.is !== 'leave' || isOpen || pending.length > 0 || countGoing(state) > 0) return [state, ...effects];
  if (notice?.tone === 'bad' || openConflict(state)) return [{ ...state, mode: { is: 'list' } }, ...effects];
  return [{ ...state, isOver: true }, ...effects];
}

interface LeaveKey {
  readonly key: string;
  readonly label: string | ((state: State) => string);
  readonly isOffered?: (state: State) => boolean;
  readonly run: (state: State) => Step;
}

const toList = (state: State): State => ({ ...state, mode: { is: 'list' } });

const allLeaveKeys: readonly LeaveKey[] = [
  {
    ...{ key: 'w', label: 'wait', isOffered: (state: State) => countWaiting(state) > 0 && !isWaitedFor(state.mode) },
    run: (state) => leaveOnceSent(andRelease([{ ...state, mode: { is: 'leave', isWaiting: true } }])),
  },
  {
    key: 'k',
    label: ({ isUnkept }) => (isUnkept ? 'quit and print the commands that send it' : 'keep for next time'),
    run: (state) => [{ ...toList(state), isOver: true }],
  },
  {
    key: 'd',
    label: (state) => (textsIn(state).length > 0 ? 'drop, but keep texts as drafts' : 'drop'),
    run: (state) => [
      { ...toList(state), pending: [], accepted: [], marks: new Map(), isOver: true },
      { do: 'take-back', decisions: textsIn(state).filter(({ isBegun }) => !isBegun), already: '' },
    ],
  },
  { key: 'esc', label: 'go back', run: (state) => [toList(state)] },
];

/** What is said while the program is stopped, about what can still be taken back; empty if there is nothing. */
export function stoppedWords({ pending }: State): string {
  const due = pending.filter(({ dueWith }) => dueWith !== undefined);
  return due.length === 0 ? '' : `Not sent yet: ${listOf(due)}. Triage sends this when it resumes (fg).`;
}

/** Messages; one that may have arrived has a draft that says so. */
function textsIn(state: State): readonly Decision[] {
  return unsent(state).filter(({ message }) => message !== undefined);
}

/** What can be done about what has not been sent. */
export function leaveKeys(state: State): readonly LeaveKey[] {
  return allLeaveKeys.filter(({ isOffered }) => isOffered?.(state) ?? true);
}

/** The same with their words: `w`, `wait until 14:05`. */
export function leaveWords(state: State, now: Date): readonly { readonly key: string; readonly words: string }[] {
  const until = untilWords(state, now);
  return leaveKeys(state).map(({ key, label }) => {
    const words = typeof label === 'string' ? label : label(state);
    return { key, words: key === 'w' ? `${words}${until}` : words };
  });
}

/** Until when the server has asked to wait, such as ` until 14:05`; empty if it has not. */
export function untilWords({ pending }: State, now: Date): string {
  const until = Math.max(...pending.map(({ notBefore = 0 }) => notBefore));
  const end = new Date(Math.min(latestMs, Math.ceil(until / minuteMs) * minuteMs));
  return until > now.getTime() ? ` until ${shortMoment(end, now)}` : '';
}

const minuteMs = 60_000;

/** The latest moment that a date can be (milliseconds since 1970), which a server may exceed. */
const latestMs = 8.64e15;

function isWaitedFor(mode: Mode): boolean {
  return mode.is === 'leave' && mode.isWaiting === true;
}

/** What is asked about, or waited for. */
export function leaveLead(state: State, now: Date): string {
  if (!isWaitedFor(state.mode)) return `${leftWords(state)}:`;
  if (unsent(state).every(({ isHeld }) => !isHeld)) return 'sending …';
  return `${leftWords(state)}, waiting${untilWords(state, now)}:`;
}

function countWaiting(state: State): number {
  return state.pending.length + countGoing(state);
}

/** What would be lost, such as `2 not sent yet, 1 conflict not settled`. */
export function leftWords(state: State): string {
  const count = conflictsIn(state).length;
  const waiting = countWaiting(state) > 0 ? [`${countWaiting(state)} not sent yet`] : [];
  const open = count > 0 ? [`${count} ${count === 1 ? 'conflict' : 'conflicts'} not settled`] : [];
  return [...waiting, ...open].join(', ');
}
