import type { Basis, Context } from '../../../args/context.js';
import { type Seen, seenOf } from '../../../client/state/seen.js';
import { awayStatuses, isInDoubt, type TrackerError } from '../../../contract/errors.js';
import { isRow, textOf } from '../../../contract/row.js';
import { isFinished, shownWord } from '../../../contract/server-word.js';
import type { Entry } from '../../../ledger/entry.js';
import { mayHaveArrived, Unmarked } from '../../../ledger/send.js';
import type { Outcome } from '../../../output/shown.js';
import { namingReference } from '../../../output/text/sentence.js';
import type { Found } from '../../../references/find-entity.js';
import { type Decision, type DecisionTarget, isRepeatable, notDone, nounOf } from '../../../triage/model/decision.js';
import type { RowOutcome } from '../../../triage/model/state.js';
import { watchUnseen } from '../../conversations/unseen.js';
import { outcomesIn, tryVerb } from '../run-verb.js';
import { isRecoverable } from '../shared.js';
import { callFor, typedTarget } from './verb-calls.js';

/** What became of a decision, and in which words. */
export interface SentOutcomes {
  /** Of the rows that were done or refused. */
  readonly outcomes: readonly RowOutcome[];
  /** The others, for which it can be sent again. */
  readonly held: readonly DecisionTarget[];
  /** Why they are held. */
  readonly why: string;
  /** Whether it may have been applied to some of them. */
  readonly isDoubtful: boolean;
  /** Whether they are held because the token is no longer valid. */
  readonly isSignedOut: boolean;
  readonly words: string;
  /** Whether a message has arrived for which something was refused, such as the status that followed it. */
  readonly arrival?: 'certain' | 'possible' | undefined;
  readonly error?: TrackerError | undefined;
}

/** What is left of a message that has arrived: the status that follows it, if one does. */
export function statusAfter({ message, batch: _batch, ...decision }: Decision): Decision | undefined {
  const status = message?.status;
  return status === undefined
    ? undefined
    : { ...decision, what: 'status', value: status, shown: shownWord(status), isBegun: false };
}

/** Whether it is the kind of error after which nothing was applied, and the same can be sent once the cause is gone. */
export function isUnsent(kind: unknown): boolean {
  return kind === 'network' || kind === 'sign_in_required';
}

/** Sends a decision: the command that it stands for is run for all its rows, and noted in its entry, or in one of its own. */
export async function sendDecision(
  given: Context,
  decision: Decision,
  { entry, onProgress }: { readonly entry: Entry | undefined; readonly onProgress: (line: string) => void },
): Promise<SentOutcomes> {
  const { targets } = decision;
  const context: Context = { ...given, basisOf: (uuid) => basisIn(entry, uuid) };
  const call = callFor(decision);
  const client = await context.client();
  const recorder = await client.recorder();
  if (entry) await recorder.use(entry.number);
  else await recorder.begin(call.verb);
  const typed = targets.map(typedTarget);
  // What was never shown is decided from its row.
  const isShown = ({ uuid }: { readonly uuid: string }): boolean => seenOf(client, uuid) !== undefined;
  const unseen = watchUnseen(context, client, { ifUnchanged: true });
  const kind = decision.kind === 'task' ? 'task' : 'ticket';
  const isMessage = decision.message !== undefined;
  const isEnding = decision.what === 'status' && isFinished(textOf(decision.value));
  const refs = typed.map(({ uuid, ref }) => ({
    ...{ text: uuid, ref: ref || undefined },
    ...(isEnding && isShown({ uuid }) && { check: (found: Found) => unseen.check({ ...found, kind }, '') }),
  }));
  try {
    const options = {
      given: { ...call.given, ifUnchanged: isMessage && typed.every(isShown) },
      yes: call.yes,
      onProgress,
    };
    const run = await tryVerb(context, call.verb, [...refs, ...call.words], options);
    const { shown, failure: error } = run;
    const outcomes = outcomesIn(run);
    if (error) {
      if (!isRecoverable(error) || error instanceof Unmarked) throw error;
      return {
        ...sortOut(decision, targets, { outcomes, error }),
        words: '',
        arrival: arrivalOf(context, error),
        error,
      };
    }
    if (shown?.is === 'created') return { ...sortOut(decision, targets, { outcomes, made: shown.ref }), words: '' };
    // That a draft cannot be kept has been said already.
    const warned = run.warned.filter(({ reason }) => reason !== 'not_kept').map(({ message }) => message);
    return { ...sortOut(decision, targets, { outcomes }), words: warned.join('; ') };
  } finally {
    await recorder.end();
  }
}

/** What was seen when it was decided; values are compared before. */
function basisIn(entry: Entry | undefined, uuid: string): Basis | undefined {
  const row = entry?.seen?.[uuid];
  return isRow(row) && isRow(row.seen) ? { values: {}, seen: row.seen as unknown as Seen } : undefined;
}

function arrivalOf(context: Context, error: TrackerError): SentOutcomes['arrival'] {
  if (error.kind === 'partial') return 'certain';
  return mayHaveArrived(context, error) ? 'possible' : undefined;
}

/** What a command says about rows, and its error. */
interface Result {
  readonly outcomes: readonly Outcome[];
  readonly error?: TrackerError;
  /** The reference of what was created. */
  readonly made?: string;
}

/** The rows that were done or refused, and those for which it can be sent again. */
function sortOut(
  decision: Decision,
  targets: readonly DecisionTarget[],
  result: Result,
): Omit<SentOutcomes, 'words' | 'arrival' | 'error'> {
  const outcomes: RowOutcome[] = [];
  const held: DecisionTarget[] = [];
  const failures: Failure[] = [];
  for (const target of targets) {
    const failure = failureOf(target, result);
    if (failure === undefined) outcomes.push({ target, is: 'done', ...(result.made && { made: result.made }) });
    else if (!isPassing(decision, failure))
      outcomes.push({ target, is: 'refused', why: refusalWords(decision, failure) });
    else {
      held.push(target);
      failures.push(failure);
    }
  }
  const signedOut = failures.find(({ code }) => code === 'sign_in_required');
  return {
    ...{ outcomes, held, why: signedOut?.brief ?? failures[0]?.why ?? '' },
    isDoubtful: failures.some(({ code }) => !isUnsent(code)),
    isSignedOut: signedOut !== undefined,
  };
}

/** Why a row was not done. */
interface Failure {
  readonly code: unknown;
  readonly status: unknown;
  readonly why: string;
  /** The same without what to do about it. */
  readonly brief: string;
}

/** The failure of a row, which is that of the command if it says nothing about the row; undefined if the row was done. */
function failureOf(target: DecisionTarget, { outcomes, error: whole }: Result): Failure | undefined {
  const name = typedTarget(target);
  const outcome = outcomes.find(({ uuid, ref }) => uuid === name.uuid || ref === name.ref);
  if (outcome ? !outcome.error : !whole) return undefined;
  // Of a row that was not tried, the command says why.
  const error = outcome?.error?.kind === 'interrupted' ? whole : (outcome?.error ?? whole);
  const { kind, status, message = 'was not done', brief = message } = error ?? {};
  return { code: kind, status, why: namingReference(message, name), brief: namingReference(brief, name) };
}

/** Which decision failed, and why; one that may have arrived is not said to have failed, nor one of which a part was done. */
function refusalWords(decision: Decision, { code, status, why }: Failure): string {
  if (code === 'partial') return why;
  return `${isInDoubt({ kind: code, status }) ? nounOf(decision) : notDone(decision)}: ${why}`;
}

/**
 * Whether sending it again later may help and can do no harm: nothing was applied, or whatever was is only applied once. A
 * response that cannot be read has a status, and would be no better the next time.
 */
function isPassing(decision: Decision, { code, status }: Failure): boolean {
  if (isUnsent(code)) return true;
  const isLost = code === 'unknown_outcome' && (status ?? undefined) === undefined;
  return isRepeatable(decision) && (isLost || awayStatuses.includes(status));
}
