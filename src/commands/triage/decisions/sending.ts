import { TrackerError } from '../../../contract/errors.js';
import type { EffectAnswer } from '../../../triage/model/answers/answer.js';
import { type Decision, isSameRow, notDone } from '../../../triage/model/decision.js';
import type { Held } from '../../../triage/model/holding.js';
import type { RowOutcome, State } from '../../../triage/model/state.js';
import type { Dispatch } from '../../../triage/work.js';
import { type DecisionRequests, leavingWaits } from '../asking.js';
import { type AroundWrites, aroundWrites, refuseAtEnd } from '../ending.js';
import { isRecoverable, isSignedOut, type Shared, whySignedOut } from '../shared.js';
import { splitByConflict } from './conflict.js';
import type { Messages } from './messages.js';
import { isUnsent, type SentOutcomes, sendDecision, statusAfter } from './send-decision.js';

/** Sends a decision in its turn, and reports its outcome. */
export async function sendInTurn(
  shared: Shared,
  messages: Messages,
  given: Decision,
  dispatch: Dispatch,
): Promise<void> {
  await shared.inTurn(async () => {
    const { ending } = shared;
    if (ending.isOver() || !isItsTurn(shared.state(), given)) return;
    const decision = given.message ? await settled(messages, given, dispatch) : given;
    if (decision === undefined) return;
    const restoreMark = messages.rememberMark(decision);
    let [isBegun, isSent] = [false, false];
    /** The status that follows a message, once that has arrived. */
    let rest: Decision | undefined;
    let hasArrived = false;
    const onAccepted = (): void => {
      hasArrived ||= decision.message !== undefined;
      rest ??= statusAfter(decision);
    };
    const isPending = (): boolean => shared.state().pending.some(({ id }) => id === given.id);
    const begin = (): void => {
      if (!isBegun && !isPending()) throw new TrackerError('conflict', 'it has been taken back');
      // The status that follows a message belongs to it.
      if (!isBegun || !decision.message) refuseAtEnd(ending);
      if (!isBegun) dispatch({ is: 'begins', decision });
      isBegun = true;
    };
    try {
      const answer = await outcomeOf(shared, decision, { messages, begin, onAccepted, dispatch });
      if (!isBegun && !isPending()) return;
      // A draft that could not be replaced, on a full disk, is not the one that was sent, and would be offered again.
      const old = given.message?.draft;
      const isDone = answer.is === 'sent' && answer.outcomes.every(({ is }) => is === 'done');
      const later = answer.is === 'sent' ? answer.later : undefined;
      isSent = isDone && !later;
      if (answer.is === 'held' && ending.isOver()) ending.rest.set(decision.id, answer.decision);
      rest &&= later?.decision ?? rest;
      if (isDone && (isSent || rest) && old !== undefined && decision.message?.draft === undefined)
        messages.forget(old);
      dispatch(answer);
    } catch (error) {
      if (rest && ending.isOver()) ending.cutOff.push(rest);
      // What is only read after it must not have it sent again.
      if (hasArrived && decision.message?.draft !== undefined) messages.forget(decision.message.draft);
      isSent = hasArrived && !rest;
      throw error;
    } finally {
      if (isSent) ending.done.add(decision.id);
      else if (rest) ending.rest.set(decision.id, rest);
      else if (ending.isOver() && isBegun && !ending.rest.has(decision.id)) ending.cutOff.push(decision);
      else if (ending.isOver()) restoreMark();
    }
  });
}

/** The message with its draft; undefined if that is gone, which is then the outcome. */
async function settled(messages: Messages, decision: Decision, dispatch: Dispatch): Promise<Decision | undefined> {
  try {
    return await messages.settle(decision);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    dispatch({ is: 'sent', decision, outcomes: refusals(decision, error), words: '' });
    return undefined;
  }
}

function refusals(decision: Decision, { message }: TrackerError): readonly RowOutcome[] {
  const why = `${notDone(decision)}: ${message}`;
  return decision.targets.map((target) => ({ target, is: 'refused', why }));
}

/**
 * False if it was taken back, dropped or sent while others were being sent. One about a row of which another is held is sent
 * after that, when both are released.
 */
function isItsTurn({ pending }: State, { id }: Decision): boolean {
  const at = pending.findIndex((each) => each.id === id);
  const decision = pending[at];
  return decision !== undefined && !decision.isHeld && !pending.slice(0, at).some((each) => isSameRow(each, decision));
}

interface Sending extends AroundWrites {
  readonly messages: Messages;
  readonly dispatch: Dispatch;
}

async function outcomeOf(
  shared: Shared,
  decision: Decision,
  { messages, dispatch, ...around }: Sending,
): Promise<EffectAnswer> {
  const is = 'sent';
  const onProgress = (line: string): void => {
    if (line !== '') dispatch({ is: 'said', notice: { text: line, tone: 'plain' } });
  };
  let asking: DecisionRequests | undefined;
  try {
    asking = await leavingWaits(await aroundWrites(shared.context, around), decision);
    const { free, conflicts } = await splitByConflict(asking.context, decision);
    if (free.length === 0)
      return { is, decision, outcomes: conflicts, words: '', text: await textOf(messages, decision, conflicts) };
    const group = groupOf(shared, decision);
    const sent = await sendDecision(asking.context, decision, free, { group, onProgress });
    const status = sent.arrival === 'certain' && asking.asked() ? statusAfter(decision) : undefined;
    if (status) return await withoutStatus(shared, decision, holding(shared, status, { asking, ...sent }));
    await noteDone(shared, decision, sent.outcomes);
    const text = sent.arrival === 'certain' ? undefined : await textOf(messages, decision, sent.outcomes, sent.arrival);
    const later = sent.held.length > 0 ? holding(shared, restOf(decision, sent), { asking, ...sent }) : undefined;
    const outcomes = [...conflicts, ...sent.outcomes];
    const recorder = await shared.client.recorder();
    const undo = { isLost: recorder.isLost(), isNoted: recorder.number() !== undefined };
    return later && outcomes.length === 0 ? later : { is, decision, outcomes, words: sent.words, text, later, ...undo };
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    if (isUnsent(error.kind))
      return holding(shared, decision, { asking, why: error.message, isSignedOut: isSignedOut(error) });
    const outcomes = refusals(decision, error);
    return { is, decision, outcomes, words: '', text: await textOf(messages, decision, outcomes) };
  }
}

/** A message has arrived, and its status, which the server has asked to wait with, is a decision of its own. */
async function withoutStatus(shared: Shared, { message, ...decision }: Decision, later: Held): Promise<EffectAnswer> {
  const done: Decision = { ...decision, ...(message && { message: { ...message, status: undefined } }) };
  const outcomes = done.targets.map((target): RowOutcome => ({ target, is: 'done' }));
  await noteDone(shared, done, outcomes);
  return { is: 'sent', decision: done, outcomes, words: '', later };
}

/** Where the text of a refused message is, which is kept. */
async function textOf(
  messages: Messages,
  decision: Decision,
  outcomes: readonly RowOutcome[],
  arrival?: SentOutcomes['arrival'],
): Promise<'draft' | 'memory' | undefined> {
  if (!decision.message || !outcomes.some(({ is }) => is === 'refused')) return undefined;
  return await messages.keepRefused({ ...decision, isBegun: arrival === 'possible' });
}

/** The number of the first entry of what was decided together with this. */
function groupOf({ done }: Shared, { batch }: Decision): number | undefined {
  return done.find((each) => batch !== undefined && each.decision.batch === batch && each.entry !== undefined)?.entry;
}

async function noteDone(shared: Shared, decision: Decision, outcomes: readonly RowOutcome[]): Promise<void> {
  const targets = outcomes.filter(({ is }) => is === 'done').map(({ target }) => target);
  const entry = (await shared.client.recorder()).number();
  if (targets.length > 0) shared.done.push({ decision: { ...decision, targets }, entry });
}

/** The decision about the rows for which it is sent again. */
function restOf(decision: Decision, { held, isDoubtful }: SentOutcomes): Decision {
  return { ...decision, targets: held, isBegun: decision.isBegun === true || isDoubtful };
}

function holding(
  { context }: Shared,
  decision: Decision,
  {
    asking,
    why,
    isSignedOut,
  }: Pick<SentOutcomes, 'why' | 'isSignedOut'> & { readonly asking: DecisionRequests | undefined },
): Held {
  const { askedMs, message = '' } = asking?.asked() ?? {};
  const notBefore = askedMs === undefined ? undefined : context.now().getTime() + askedMs;
  const words = isSignedOut ? whySignedOut(why) : why || message;
  return { is: 'held', decision: { ...decision, notBefore }, why: words, askedMs, isSignedOut };
}
