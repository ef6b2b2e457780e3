import type { Sentence } from '../../../contract/errors.js';
import { joinClauses } from '../../../output/text/sentence.js';
import type { AcceptedProposal } from '../mode.js';
import { goTo } from '../rows/rows.js';
import { isAway, type Retry, type State } from '../state.js';
import { andThen, listedNames, type Step, say } from '../step.js';
import { namesOf, writeAgain } from '../texts/writing.js';
import { release, signedOutWords } from './deciding.js';
import { type Decision, isFinal, isPublicReply, isSameRow, wordsOf } from './decision.js';
import { leftOf } from './proposals.js';

/** How long to wait before the first try and before the last ones (milliseconds). */
const [firstMs, longestMs] = [5_000, 30_000];

/** The server could not be reached for a decision, or has asked to wait so long (milliseconds). */
export interface HeldDecision {
  readonly is: 'held';
  /** With the draft of its message, which is known by now. */
  readonly decision: Decision;
  readonly why: Sentence;
  readonly askedMs?: number | undefined;
  /** What it waits for, if not for the server: a new sign-in, a disk that can be written to, or what another program has left. */
  readonly waitsFor?: 'sign-in' | 'disk' | 'others' | undefined;
}

/** Holds back what is left of a decision: rows that the server has not done or refused, or the status after a message. */
export function holdRest([state, ...effects]: Step, held: HeldDecision, { what, batch }: Decision): Step {
  const [next, ...more] = hold(state, held, { what: held.decision.what === what ? 'the rest' : 'the status', batch });
  const text = joinClauses([state.notice, next.notice].flatMap((each) => (each ? [each.text] : [])));
  return [say(next, text, 'bad'), ...effects, ...more];
}

/**
 * Holds a decision back, and later ones about the same row, which must not overtake it. So are the other messages with its text:
 * for people, they are one decision.
 */
export function hold(
  state: State,
  { decision, why, askedMs, waitsFor }: HeldDecision,
  { what = 'this', batch = decision.batch }: { readonly what?: string; readonly batch?: number | undefined } = {},
): Step {
  const since = state.pending.findIndex(({ id }) => id === decision.id);
  const pending = state.pending.map((each, at): Decision => {
    if (at === since) return { ...decision, isHeld: true };
    const follows = isSameRow(each, decision) || (batch !== undefined && each.batch === batch);
    return since >= 0 && at > since && follows ? { ...each, isHeld: true } : each;
  });
  const { tries = 0, isTimed = false } = state.retry ?? {};
  const isAsked = askedMs !== undefined;
  const retry: Retry = { tries: tries + 1, isTimed: true, isAsked: isAsked || isAskedToWait(state) };
  const back = `when ${waitsFor === 'disk' ? 'that works again' : 'the server is back'}`;
  const when = isAsked || waitsFor === 'others' ? 'after that' : back;
  const words =
    waitsFor === 'sign-in' ? signedOutWords(state, why, what) : joinClauses([why, `${what} will be sent ${when}`]);
  const told = say({ ...state, pending, retry }, words, 'bad');
  if (isTimed && !isAsked) return [told];
  return [told, { do: 'retry', ms: askedMs ?? Math.min(firstMs * 2 ** tries, longestMs), isAsked }];
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
export function andRelease(step: Step): Step {
  return andThen(step, (state) => (isAskedToWait(state) ? [state] : release(state)));
}

/** Ends the wait for what is no longer held: what was only held with it is sent, unless the server is away. */
function endWait(state: State): Step {
  const held = state.pending.filter(({ isHeld }) => isHeld);
  const isOver = isAskedToWait(state) ? held.every(({ notBefore }) => notBefore === undefined) : held.length === 0;
  if (!state.retry || !isOver) return [state];
  const stop: Step = [{ ...state, retry: undefined }, { do: 'stop-retry' }];
  return isAway(state.badge) ? stop : andThen(stop, release);
}

function isAskedToWait({ retry }: State): boolean {
  return retry?.isTimed === true && retry.isAsked;
}

/**
 * Takes back the last decision: a reply that is about to be sent is written on, one that waits for the server is not sent, for
 * any of its rows; any other is undone.
 */
export function takeBack(state: State): Step {
  const held = unsentLast(state);
  const proposal = proposalOf(state, held);
  if (proposal) return takeBackProposal(state, proposal);
  if (!held && state.isUndoLost) return [say(state, `your last change ${lostWords}`, 'bad')];
  if (!held) return [say(state, 'undoing …'), { do: 'undo' }];
  const decisions = state.pending.filter((each) => each === held || isLeftOf(each, held));
  const pending = state.pending.filter((each) => !decisions.includes(each));
  const left = endWait({ ...state, pending, notice: undefined });
  const [moved, ...effects] = andThen(left, (next) => goTo(next, decisions[0]?.targets[0]?.uuid));
  const already = sentWords(moved, held);
  const isOneText = decisions.every(({ message }) => message?.body === held.message?.body);
  if (isPublicReply(held) && held.dueWith !== undefined && isOneText) {
    const [writing, ...keeping] = writeAgain(say(moved, `the ${wordsOf(held).noun} was not sent`), decisions);
    return [writing, ...effects, ...keeping];
  }
  // What became of the text is said once it is a draft.
  if (held.message) return [moved, { do: 'take-back', decisions, already }, ...effects];
  const words = `${namesOf(decisions)}: the ${wordsOf(held).noun} was not sent`;
  if (held.isBegun) return [say(moved, `${words} again, but may have arrived${already}`, 'bad'), ...effects];
  return [say(moved, `${words}${already}`, 'good'), ...effects];
}

/** The proposal of several parts that was accepted last, if it is what was decided last and some of it has not gone. */
function proposalOf(state: State, held: Decision | undefined): AcceptedProposal | undefined {
  return state.accepted?.findLast((each) => {
    const { batch } = each;
    const isLatest = held ? held.batch === batch : isLast(state, { id: batch, batch });
    return isLatest && leftOf(state, each).length > 0;
  });
}

/** What has not gone of a proposal is proposed again; the rest is named. */
function takeBackProposal(state: State, proposal: AcceptedProposal): Step {
  const { row, ref, batch, parts } = proposal;
  const left = leftOf(state, proposal);
  const drafts = new Set(left.map(({ draft }) => draft));
  const isLeft = (each: Decision): boolean => each.batch === batch && drafts.has(each.message?.draft ?? '');
  const pending = state.pending.filter((each) => !isLeft(each));
  const accepted = state.accepted?.filter((each) => each !== proposal);
  const ended = endWait({ ...state, pending, ...(accepted && { accepted }), notice: undefined });
  const [moved, ...effects] = andThen(ended, (next) => goTo(next, row));
  const gone = parts.filter((part) => !left.includes(part));
  const nouns = (some: typeof parts): string => some.map(({ noun }) => noun).join(', ');
  const words =
    gone.length === 0
      ? 'nothing of the proposal was sent; it is still proposed'
      : `the rest of the proposal was not sent (${nouns(left)}); it is too late for: ${nouns(gone)}`;
  return [say(moved, `${ref}: ${words}`, gone.length === 0 ? 'good' : 'bad'), ...effects];
}

/** Whether there is nothing that could be taken back. */
export function hasNoUndo(state: State): boolean {
  const held = unsentLast(state);
  return state.isUndoLost === true && held === undefined && proposalOf(state, held) === undefined;
}

export const lostWords = 'cannot be undone, because the state folder cannot be written to';

/** The last decision, if it has not been sent. */
function unsentLast(state: State): Decision | undefined {
  const last = state.pending.findLast(({ isHeld, dueWith }) => isHeld || dueWith !== undefined);
  return last && isLast(state, last) ? last : unbegun(state);
}

/** Whether nothing that can be undone was decided after it. */
function isLast({ pending, done }: State, { id, batch = id }: Pick<Decision, 'id' | 'batch'>): boolean {
  const sending = pending.filter((each) => !each.isHeld && each.dueWith === undefined && !isFinal(each));
  return [...sending.map((each) => each.batch ?? each.id), ...(done ?? [])].every((each) => each <= batch);
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
  return refs.length === 0 ? '' : `; already sent for ${listedNames(refs)}`;
}
