import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { markSeen, seenOf } from '../../../client/state/seen.js';
import type { Draft } from '../../../compose/saved/drafts.js';
import { awayStatuses, isInDoubt, joined, phrase, type Sentence, TrackerError } from '../../../contract/errors.js';
import { rowAt } from '../../../contract/row.js';
import { shownWord } from '../../../contract/server-word.js';
import { commandOf } from '../../../ledger/entry.js';
import { Contested, HeldBack, holdingWords, isUnreached, Unmarked } from '../../../ledger/send.js';
import { namingReference } from '../../../output/text/sentence.js';
import {
  type Decision,
  type DecisionTarget,
  fieldsOf,
  isRepeatable,
  wordsOf,
} from '../../../triage/model/decisions/decision.js';
import type { HeldDecision } from '../../../triage/model/decisions/holding.js';
import { withShortTexts } from '../../../triage/model/rows/rows.js';
import type { RowOutcome } from '../../../triage/model/state.js';
import type { CommandTry } from '../../sending/collecting.js';
import { type Live, sendQuietly } from '../../sending/send-entry.js';
import { isAnswered, typedTarget } from '../change-of.js';
import { outcomesIn } from '../run-verb.js';
import { isRecoverable, whySignedOut } from '../shared.js';

/** What became of a decision, and in which words. */
export interface SentOutcomes extends Why {
  /** Of the rows that were done or refused, or are in conflict. */
  readonly outcomes: readonly RowOutcome[];
  /** The others, for which it can be sent again. */
  readonly held: readonly DecisionTarget[];
  /** Whether it may have been applied to some of them. */
  readonly isDoubtful: boolean;
  readonly words: Sentence;
  /** `partial` if a message has arrived for which something was refused, such as the status that followed it. */
  readonly error?: TrackerError | undefined;
}

/** What is left of a message that has arrived: the status that follows it, if one does. */
export function statusAfter({ message, batch: _batch, ...decision }: Decision): Decision | undefined {
  const { status, also, original } = message ?? {};
  // Of a macro, its row says what was not done.
  return status === undefined || also || original
    ? undefined
    : { ...decision, what: 'status', value: status, shown: shownWord(status), isBegun: false };
}

type Why = Pick<HeldDecision, 'why' | 'waitsFor'>;

/** Why something is held that failed with this error; undefined if it would fail again. */
export function whyHeld(error: TrackerError): Why | undefined {
  if (error instanceof Unmarked) return { why: error.message, waitsFor: 'disk' };
  if (error instanceof HeldBack) return { why: holdingWords(error.holder), waitsFor: 'others' };
  if (error.kind === 'sign_in_required') return { why: whySignedOut(error), waitsFor: 'sign-in' };
  return isUnsent(error) ? { why: error.message } : undefined;
}

/** Whether it is the kind of error after which nothing was applied, and the same can be sent once the cause is gone. */
export function isUnsent(error: TrackerError): boolean {
  return isUnreached(error) || error.kind === 'sign_in_required';
}

interface SendParts extends Omit<Live, 'settle'> {
  readonly draft: Draft;
  readonly onProgress: (line: Sentence) => void;
  /** How long the server has asked to wait (milliseconds), if it has. */
  readonly askedMs: () => number | undefined;
}

/** Sends a decision, as its entry is sent without a triage, and gives what became of each row. */
export async function sendDecision(
  context: Context,
  decision: Decision,
  { draft, onProgress, askedMs, ...live }: SendParts,
): Promise<SentOutcomes> {
  const client = await context.client();
  const recorder = await client.recorder();
  let sent: SentOutcomes | undefined;
  const settle = (ran: CommandTry): void => {
    const { failure } = ran;
    if (failure && (!isRecoverable(failure) || failure instanceof Unmarked)) throw failure;
    sent = sortOut(client, decision, ran);
    if (sent.held.length > 0) throw new TrackerError('network', sent.why, { askedMs: askedMs() });
    const isDone = sent.outcomes.some(({ is }) => is === 'done');
    if (failure && !isDone) throw outcomesIn(ran).find(({ error }) => error instanceof Contested)?.error ?? failure;
  };
  await recorder.begin(commandOf(draft));
  try {
    const listeners = { onProgress, yes: isAnswered(decision) };
    const { failure, warned } = await sendQuietly(context, draft, { live: { ...live, settle }, listeners });
    if (!sent) throw failure;
    if (sent.error) return sent;
    // That a draft cannot be kept has been said already.
    const words = warned.filter(({ reason }) => reason !== 'not_kept').map(({ message }) => message);
    return { ...sent, words: joined(words, '; ') };
  } finally {
    await recorder.end();
  }
}

/** The rows that were done or refused, or are in conflict, and those for which it can be sent again. */
function sortOut(client: Client, decision: Decision, ran: CommandTry): SentOutcomes {
  const outcomes: RowOutcome[] = [];
  const held: { readonly target: DecisionTarget; readonly error: TrackerError }[] = [];
  const made = ran.shown?.is === 'created' ? ran.shown.ref : undefined;
  for (const target of decision.targets) {
    const error = errorOf(target, ran);
    if (error === undefined) outcomes.push({ target, is: 'done', ...(made && { made }) });
    else if (error instanceof Contested) outcomes.push(conflictOf(client, decision, { target, error }));
    else if (isPassing(decision, error)) held.push({ target, error });
    else outcomes.push({ target, is: 'refused', why: refusalWords(decision, error) });
  }
  const { error: first } = held.find(({ error }) => error.kind === 'sign_in_required') ?? held[0] ?? {};
  return {
    ...{ outcomes, held: held.map(({ target }) => target), words: '', error: ran.failure },
    ...((first && whyHeld(first)) ?? { why: first?.message ?? '' }),
    isDoubtful: held.some(({ error }) => !isUnsent(error)),
  };
}

/** Why a row was not done: the failure of the command if that says nothing about it; undefined if it was done. */
function errorOf(target: DecisionTarget, ran: CommandTry): TrackerError | undefined {
  const name = typedTarget(target);
  const outcome = outcomesIn(ran).find(({ uuid, ref }) => uuid === name.uuid || ref === name.ref);
  // Of a row that was not tried, the command says why.
  const error = outcome && outcome.error?.kind !== 'interrupted' ? outcome.error : ran.failure;
  if (error) error.message = namingReference(error.message, name);
  return error;
}

function conflictOf(
  client: Client,
  decision: Decision,
  { target, error }: { readonly target: DecisionTarget; readonly error: Contested },
): RowOutcome {
  const { words, detail } = error;
  // The question names it.
  if (seenOf(client, typedTarget(target).uuid)) markSeen(client, detail, ({ kind }) => kind === 'system');
  const why = decision.message ? phrase`${wordsOf(decision).undone}: ${words}` : words;
  const entity = withShortTexts(rowAt(detail, decision.kind));
  const row = Object.fromEntries(fieldsOf(decision).map((field) => [field, entity[field] ?? null]));
  return { target, is: 'conflict', why, row, entity };
}

/** Which decision failed, and why; one that may have arrived is not said to have failed, nor one of which a part was done. */
function refusalWords(decision: Decision, error: TrackerError): Sentence {
  if (error.kind === 'partial') return error.message;
  return phrase`${isInDoubt(error) ? wordsOf(decision).noun : wordsOf(decision).undone}: ${error.message}`;
}

/**
 * Whether sending it again later may help and can do no harm: nothing was applied, or whatever was is only applied once. A
 * response to a write that cannot be read has a status, and would be no better the next time.
 */
function isPassing(decision: Decision, error: TrackerError): boolean {
  const { kind, status } = error;
  if (isUnsent(error)) return true;
  return (
    isRepeatable(decision) && ((kind === 'unknown_outcome' && status === undefined) || awayStatuses.includes(status))
  );
}
