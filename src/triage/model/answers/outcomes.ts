import { phrase, type Sentence } from '../../../contract/errors.js';
import { titleOf } from '../../../contract/row.js';
import { aboutIt, joinClauses } from '../../../output/text/sentence.js';
import { withConflict } from '../decisions/conflicts.js';
import { applied, type Decision, type DecisionTarget, describe, describeAll, isFinal } from '../decisions/decision.js';
import { type HeldDecision, lostWords } from '../decisions/holding.js';
import { changeAsWanted } from '../decisions/unseen.js';
import { nameOutside, settles, withMark } from '../rows/rows.js';
import type { Notice, RowOutcome, State } from '../state.js';
import { listedNames, pressWords, type Step } from '../step.js';
import { lookAt } from './reading.js';

export interface SentAnswer {
  readonly decision: Decision;
  readonly outcomes: readonly RowOutcome[];
  readonly words: Sentence;
  /** Where the text of a message is that was refused; undefined if there is none left to send. */
  readonly text?: 'draft' | 'memory' | undefined;
  /** The decision about the rows for which it is sent again. */
  readonly later?: HeldDecision | undefined;
  /** The ledger could not be written, so that it cannot be undone. */
  readonly isLost?: boolean;
  /** Whether it is in the ledger, where what changed nothing is not. */
  readonly isNoted?: boolean;
}

/** Notes at the rows of a decision what became of it, and says so. */
export function takeOutcomes(state: State, sent: SentAnswer): Step {
  const { decision, outcomes, words, text, later, isLost = false, isNoted = true } = sent;
  const { batch } = decision;
  const earlier = batch === undefined ? undefined : state.batches?.get(batch);
  const isOver = ({ target }: RowOutcome): boolean => outcomes.some((each) => each.target.uuid === target.uuid);
  const all = [...(earlier?.outcomes ?? []).filter((each) => !isOver(each)), ...outcomes];
  const kept = text ?? earlier?.text;
  const pending = state.pending.flatMap((each) => (each.id === decision.id ? (later?.decision ?? []) : each));
  const batches = new Map(state.batches);
  if (batch !== undefined) batches.set(batch, { outcomes: all, text: kept });
  const isUndoable = isNoted && outcomes.some(({ is }) => is === 'done');
  const isUndoLost = isLost || (!isUndoable && state.isUndoLost === true);
  const done = isUndoable && !isLost && !isFinal(decision) ? withDone(state, decision) : state.done;
  let next: State = { ...state, pending, batches, isUndoLost, done };
  for (const outcome of outcomes) next = takeOutcome(next, decision, outcome);
  const failed = all.filter((each) => each.is !== 'done');
  const stale = outcomes.filter(({ target }) => target.uuid === state.at).flatMap(({ target }) => lookAt(target.uuid));
  const notice: Notice = {
    text: joinClauses([
      summary(state, decision, all, words),
      ...(all.length > 1 && words !== '' ? [words] : []),
      ...(kept ? [keptWords(decision, kept)] : []),
      // Where questions are asked instead, the recorder itself has said so.
      ...(isLost && !state.isUndoLost && !state.isSpoken ? [`it ${lostWords}`] : []),
    ]),
    tone: failed.length > 0 ? 'bad' : 'good',
    ...(failed.length === 0 && !isFinal(decision) && !isLost && isNoted && { canUndo: true }),
    ...(failed.length > 0 && { canLook: true }),
  };
  const [first] = failed;
  return [{ ...next, notice, ...(first && { lastTroubled: first.target.uuid }) }, ...stale];
}

/** What was decided together is undone together. */
function withDone({ done = [] }: State, { id, batch = id }: Decision): readonly number[] {
  return [...done.filter((each) => each !== batch), batch];
}

function takeOutcome(state: State, decision: Decision, outcome: RowOutcome): State {
  const { uuid } = outcome.target;
  if (outcome.is === 'refused') return withMark(state, uuid, (mark) => ({ ...mark, trouble: outcome.why }));
  if (outcome.is === 'conflict') return withConflict(state, decision, outcome);
  const said = saidOf(state, decision, outcome);
  const { about = outcome.target } = outcome.target;
  const next = changeAsWanted(state, about.uuid, (row) => applied(row, decision));
  return withMark(next, uuid, ({ changed: _changed, since: _since, isNew: _isNew, ...mark }) => ({
    ...mark,
    ...(settles(state, decision) && { decided: mark.decided === undefined ? said : `${mark.decided}, ${said}` }),
  }));
}

/** What was done for a row, as that was when the decision was made: a reading in between may show it already. */
function saidOf({ items }: State, decision: Decision, { target, made }: Extract<RowOutcome, { is: 'done' }>): string {
  const item = items.find(({ uuid }) => uuid === target.uuid);
  return describe(decision, { ...(!target.about && item?.row), ...target.seen }, made);
}

function summary(state: State, decision: Decision, outcomes: readonly RowOutcome[], words: Sentence): Sentence {
  const [only] = outcomes;
  if (outcomes.length === 1 && only)
    return phrase`${targetName(state, only.target)}: ${whatBecame(state, decision, only, words)}`;
  const made = outcomes.flatMap((each) =>
    each.is === 'done' && each.made ? [`${targetName(state, each.target)} → ${each.made}`] : [],
  );
  const failed = outcomes.filter(({ is }) => is !== 'done');
  const done = outcomes.length - failed.length;
  if (failed.length === 0)
    return made.length === 0 ? describeAll(decision, done) : `${done} tickets converted: ${made.join(', ')}`;
  const names = outcomes.filter(({ is }) => is === 'done').map(({ target }) => targetName(state, target));
  const counted =
    done === 0
      ? `none of ${outcomes.length} done`
      : `${done} of ${outcomes.length} ${made.length > 0 ? `converted: ${made.join(', ')}` : `done: ${listedNames(names)}`}`;
  const whys = new Set(failed.map((each) => whatBecame(state, decision, each)));
  const named = (why: Sentence): readonly string[] =>
    failed.filter((each) => whatBecame(state, decision, each) === why).map(({ target }) => targetName(state, target));
  return joinClauses([counted, ...[...whys].map((why) => phrase`${listedNames(named(why))}: ${why}`)]);
}

function whatBecame(state: State, decision: Decision, outcome: RowOutcome, words: Sentence = ''): Sentence {
  if (outcome.is !== 'done') return outcome.why;
  const said = saidOf(state, decision, outcome);
  return words === '' ? said : phrase`${said}; ${aboutIt(words, outcome.target.ref)}`;
}

/** Where the text is that was not sent. */
function keptWords({ what }: Decision, text: NonNullable<SentAnswer['text']>): string {
  const how = text === 'draft' ? 'kept as a draft' : 'your text is kept only until you quit';
  return `${how}; ${pressWords(what === 'note' ? 'n' : 'r')} there to continue`;
}

/** A notification has no reference that people know. */
function targetName(state: State, { uuid, ref, about }: DecisionTarget): string {
  const item = state.items.find((each) => each.uuid === uuid);
  if (!item) return nameOutside(state, ref);
  return item.kind === 'notification' && !about ? titleOf(item.row) || ref : ref;
}
