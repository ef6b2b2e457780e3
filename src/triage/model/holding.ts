import { release, signedOutWords } from './deciding.js';
import { type Decision, isSameRow } from './decision.js';
import { isAway, type Retry, type State } from './state.js';
import { joinClauses, type Step, say } from './step.js';

/** How long to wait before the first try and before the last ones (milliseconds). */
const [firstMs, longestMs] = [5_000, 30_000];

/** The server could not be reached for a decision, or has asked to wait so long (milliseconds). */
export interface Held {
  readonly is: 'held';
  /** With the draft of its message, which is known by now. */
  readonly decision: Decision;
  readonly why: string;
  readonly askedMs?: number | undefined;
  /** Only a new sign-in helps. */
  readonly isSignedOut?: boolean;
}

/** Holds back what is left of a decision: rows that the server has not done or refused, or the status after a message. */
export function holdRest([state, ...effects]: Step, held: Held, { what, batch }: Decision): Step {
  const [next, ...more] = hold(state, held, { what: held.decision.what === what ? 'the rest' : 'the status', batch });
  const text = joinClauses([state.notice, next.notice].flatMap((each) => each?.text ?? []));
  return [say(next, text, 'bad'), ...effects, ...more];
}

/**
 * Holds a decision back, and later ones about the same row, which must not overtake it. So are the other messages with its text:
 * for people, they are one decision.
 */
export function hold(
  state: State,
  { decision, why, askedMs, isSignedOut = false }: Held,
  { what = 'this', batch = decision.batch }: { readonly what?: string; readonly batch?: number | undefined } = {},
): Step {
  const since = state.pending.findIndex(({ id }) => id === decision.id);
  const pending = state.pending.map((each, at): Decision => {
    if (at === since) return { ...decision, isHeld: true };
    return since >= 0 && at > since && isBehind(each, { ...decision, batch }) ? { ...each, isHeld: true } : each;
  });
  const { tries = 0, isTimed = false } = state.retry ?? {};
  const isAsked = askedMs !== undefined;
  const retry: Retry = { tries: tries + 1, isTimed: true, isAsked: isAsked || isAskedToWait(state) };
  const when = isAsked ? 'after that' : 'when the server is back';
  const words = isSignedOut ? signedOutWords(state, why, what) : joinClauses([why, `${what} will be sent ${when}`]);
  const told = say({ ...state, pending, retry }, words, 'bad');
  if (isTimed && !isAsked) return [told];
  return [told, { do: 'retry', ms: askedMs ?? Math.min(firstMs * 2 ** tries, longestMs), isAsked }];
}

function isBehind(each: Decision, held: Decision): boolean {
  return isSameRow(each, held) || (held.batch !== undefined && each.batch === held.batch);
}

/** Goes on with a wait that the server has asked an earlier session for (milliseconds). */
export function goOnWaiting(state: State, ms: number): Step {
  return [
    { ...state, retry: { tries: 1, isTimed: true, isAsked: true } },
    { do: 'retry', ms, isAsked: true },
  ];
}

/** After an answer: the next wait is short again, unless the server has asked for the one that goes on. */
export function afterSuccess(state: State): State {
  return isAskedToWait(state) ? state : { ...state, retry: undefined };
}

/** Sends what is held once the server has answered anything, unless it has asked to wait. */
export function andRelease([state, ...effects]: Step): Step {
  if (isAskedToWait(state)) return [state, ...effects];
  const [next, ...sending] = release(state);
  return [next, ...effects, ...sending];
}

/** Ends the wait for what is no longer held: what was only held with it is sent, unless the server is away. */
export function endWait(state: State): Step {
  const held = state.pending.filter(({ isHeld }) => isHeld);
  const isOver = isAskedToWait(state) ? held.every(({ notBefore }) => notBefore === undefined) : held.length === 0;
  if (!state.retry || !isOver) return [state];
  const next: State = { ...state, retry: undefined };
  const [released, ...sending] = isAway(state.badge) ? [next] : release(next);
  return [released, { do: 'stop-retry' }, ...sending];
}

function isAskedToWait({ retry }: State): boolean {
  return retry?.isTimed === true && retry.isAsked;
}
