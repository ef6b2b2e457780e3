import { phrase, TrackerError } from '../../../contract/errors.js';
import { mayHaveArrived } from '../../../ledger/send.js';
import { type Decision, isSameRow, wordsOf } from '../../../triage/model/decisions/decision.js';
import type { HeldDecision } from '../../../triage/model/decisions/holding.js';
import type { State } from '../../../triage/model/state.js';
import type { Event } from '../../../triage/model/update.js';
import { type DecisionRequests, requestsOf } from '../asking.js';
import type { KeptEntries } from '../kept/kept-entries.js';
import { isRecoverable, type SessionParts, say } from '../shared.js';
import { type SentOutcomes, sendDecision, statusAfter, whyHeld } from './send-decision.js';

/** Sends a decision in its turn, and reports its outcome. */
export async function sendInTurn(shared: SessionParts, given: Decision): Promise<void> {
  await shared.inTurn(async () => {
    if (shared.ending.isOver() || !isItsTurn(shared.state(), given)) return;
    const sending = new DecisionSending(shared, given);
    const answer = await sending.send();
    if (sending.isBegun || sending.isPending()) shared.dispatch(answer);
  });
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

class DecisionSending {
  isBegun = false;
  #asked: DecisionRequests['asked'] = () => undefined;

  constructor(
    readonly shared: SessionParts,
    readonly given: Decision,
  ) {}

  isPending(): boolean {
    return this.shared.state().pending.some(({ id }) => id === this.given.id);
  }

  async send(): Promise<Event> {
    const { kept, ending } = this.shared;
    const { parts, claims } = kept;
    const decision = withDraft(this.given, kept);
    try {
      const { context, asked } = await requestsOf(this.shared, decision, () => this.#begin(decision));
      this.#asked = asked;
      return await kept.whileSending(decision, async (draft, isKept) => {
        const sent = await sendDecision(context, decision, {
          ...{ draft, isKept, signal: ending.signal, askedMs: () => asked()?.askedMs },
          // What this session has yet to send has an order of its own.
          isOurs: (each) => claims.isTaken(each) && parts.ledger.find(each)?.state !== 'doubtful',
          onProgress: (line) => void (line !== '' && say(this.shared, line, 'plain')),
        });
        return await this.#answer(decision, sent);
      });
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      const held = whyHeld(error);
      if (held) return this.#hold(decision, held);
      const why = phrase`${wordsOf(decision).undone}: ${error.message}`;
      const outcomes = decision.targets.map((target) => ({ target, is: 'refused' as const, why }));
      return await this.#answer(decision, { ...nothingSent, outcomes });
    }
  }

  #begin(decision: Decision): void {
    const { ending } = this.shared;
    if (!this.isBegun && !this.isPending())
      throw new TrackerError('conflict', 'it has been taken back', { reason: 'taken_back' });
    // The status that follows a message belongs to it.
    const isOver = ending.isOver() && (!this.isBegun || !decision.message);
    if (isOver) throw new TrackerError('network', 'triage has ended');
    if (!this.isBegun) this.shared.dispatch({ is: 'begins', decision });
    this.isBegun = true;
  }

  async #answer(given: Decision, result: SentOutcomes): Promise<Event> {
    const { ending, kept, client, done } = this.shared;
    const isCutOff = this.#asked() !== undefined || ending.isOver();
    const hasArrived = result.error?.kind === 'partial';
    const isLost = mayHaveArrived({ signal: undefined }, result.error);
    const status = hasArrived && isCutOff ? statusAfter(given) : undefined;
    // A message has arrived, and its status, which the server has asked to wait with, is a decision of its own.
    const decision = status ? withoutStatus(given) : given;
    const sent = status
      ? { ...nothingSent, outcomes: given.targets.map((target) => ({ target, is: 'done' as const })) }
      : result;
    // Of some rows, it is sent again.
    const again = { ...decision, targets: sent.held, isBegun: decision.isBegun === true || sent.isDoubtful };
    const rest = sent.held.length > 0 ? again : status;
    // What became of a request that quitting has cut off, nobody knows.
    const isInDoubt = ending.isOver() && (sent.isDoubtful || (status !== undefined && isLost));
    const later = rest && this.#hold(isInDoubt ? { ...rest, isInDoubt } : rest, result);
    if (later && isInDoubt) ending.cutOff.push(later.decision);
    const { outcomes, words } = sent;
    if (later && outcomes.length === 0) return later;
    const mayBeThere = isLost && !hasArrived;
    if (ending.isOver() && mayBeThere && !later) ending.cutOff.push(decision);
    const recorder = await client.recorder();
    const targets = outcomes.filter(({ is }) => is === 'done').map(({ target }) => target);
    if (targets.length > 0) done.push({ decision: { ...decision, targets }, entry: recorder.number() });
    const isMessage = decision.message !== undefined;
    const isRefused = isMessage && !hasArrived && outcomes.some(({ is }) => is === 'refused');
    const text = isRefused ? kept.whereIs(decision, mayBeThere) : undefined;
    // Where it could not be kept as it was sent, an earlier text may be on disk.
    if (isMessage && targets.length > 0) kept.drop(kept.numberOf(decision));
    const undo = { isLost: recorder.isLost(), isNoted: recorder.number() !== undefined };
    return { is: 'sent', decision, outcomes, words, text, later, ...(result !== nothingSent && undo) };
  }

  #hold(decision: Decision, { why, waitsFor }: Pick<HeldDecision, 'why' | 'waitsFor'>): HeldDecision {
    const { askedMs, message = '' } = this.#asked() ?? {};
    const notBefore = askedMs === undefined ? undefined : this.shared.context.now().getTime() + askedMs;
    return { is: 'held', decision: { ...decision, notBefore }, why: why || message, askedMs, waitsFor };
  }
}

const nothingSent: SentOutcomes = { outcomes: [], held: [], why: '', isDoubtful: false, words: '' };

export function withoutStatus({ message, ...decision }: Decision): Decision {
  return { ...decision, ...(message && { message: { ...message, status: undefined, also: undefined } }) };
}

/** The message with its draft, if that is on disk as it is now. */
function withDraft(decision: Decision, { numberOf, memory }: KeptEntries): Decision {
  const { message } = decision;
  const number = numberOf(decision);
  const draft = number === undefined || memory.has(number) ? undefined : String(number);
  return message ? { ...decision, message: { ...message, draft } } : decision;
}
