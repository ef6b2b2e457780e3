import { phrase, type Sentence } from '../../../contract/errors.js';
import { shownWord } from '../../../contract/server-word.js';
import { dataText } from '../../../output/data/json.js';
import { changeSubject, current, goTo, rowsAbout, shownItems, withMark, withoutConflict } from '../rows/rows.js';
import type { Conflict, Item, Mark, RowOutcome, State } from '../state.js';
import { type Step, say } from '../step.js';
import { decide } from './deciding.js';
import { type Decision, fieldsOf, followingOf, type Message } from './decision.js';
import { withNamed, withUnseen } from './unseen.js';

export interface OpenConflict {
  readonly item: Item;
  /** What it is about; a notification has no reference of its own. */
  readonly ref: string;
  readonly conflict: Conflict;
  /** It is about the row at the cursor, so that it can be answered. */
  readonly isHere: boolean;
}

/** The conflict that the question on the screen is about: that of the row at the cursor, or the oldest. */
export function openConflict(state: State): OpenConflict | undefined {
  const at = current(state)?.uuid;
  const open = conflictsIn(state).flatMap(([uuid, conflict]): readonly OpenConflict[] => {
    const item = state.items.find((each) => each.uuid === uuid);
    const ref = conflict.decision.targets[0]?.ref ?? item?.ref ?? '';
    return item ? [{ item, ref, conflict, isHere: uuid === at }] : [];
  });
  return open.find(({ isHere }) => isHere) ?? open[0];
}

/** What is said about a conflict: `SCM-8: Priya changed the priority to urgent`. */
export function conflictWords({ ref, conflict }: OpenConflict): Sentence {
  return phrase`${ref}: ${conflict.words}`;
}

/** What the answers to a conflict do: `set high` and `leave urgent`. */
export function answerWords({ conflict }: OpenConflict): Readonly<Record<'mine' | 'theirs', string>> {
  const { decision, row } = conflict;
  const { what, shown, isRemoval = false, message } = decision;
  const now = fieldsOf(decision)
    .filter((field) => Object.hasOwn(row, field))
    .map((field) => shownWord(dataText(row[field])) || 'none')
    .join(', ');
  if (message) {
    const { status, priority, category } = followingOf(message);
    const set = [status, priority, category].flatMap((each) => (each === undefined ? [] : shownWord(each))).join(', ');
    return { mine: `send and set ${set}`, theirs: `send and leave ${now}` };
  }
  if (what === 'assign') return { mine: `${isRemoval ? 'unassign' : 'assign'} ${shown}`, theirs: 'leave it as it is' };
  return { mine: `set ${shown}`, theirs: `leave ${now}` };
}

/** The conflicts that have not been settled, with the ids of their rows. */
export function conflictsIn({ marks }: State): readonly (readonly [string, Conflict])[] {
  return [...marks].flatMap(([uuid, { conflicts = [] }]) => conflicts.map((conflict) => [uuid, conflict] as const));
}

/** Everything that the server does not have yet: what waits for it, and what is in conflict. */
export function unsent(state: State): readonly Decision[] {
  return [...state.pending, ...conflictsIn(state).map(([, { decision }]) => decision)];
}

/** Notes a conflict at its row, which is added if another list has come in the meantime. */
export function withConflict(
  state: State,
  decision: Decision,
  outcome: Extract<RowOutcome, { is: 'conflict' }>,
): State {
  const { target, why, row, entity = row } = outcome;
  const { uuid, ref } = target;
  const isListed = state.items.some((item) => item.uuid === uuid);
  const subject = (target.about ?? target).uuid;
  const told = changeSubject(state, subject, (now) => ({ ...now, ...row }));
  const changed = withUnseen(state, told, rowsAbout(state, subject));
  const items = isListed ? changed.items : [...state.items, { uuid, ref, kind: decision.kind, row: entity }];
  // If it is never answered, it waits for the next triage.
  const conflict: Conflict = { decision: { ...decision, targets: [target], isHeld: true }, words: why, row };
  return withMark({ ...changed, items }, uuid, (mark) => ({
    ...mark,
    conflicts: [...(withoutConflict(mark, decision.what).conflicts ?? []), conflict],
  }));
}

/** Other rows, and those in conflict, which stay until they are answered; of the same list, also those with something unsent. */
export function withUnsettled(state: State, items: readonly Item[], list: 'same' | 'another'): readonly Item[] {
  const pending = list === 'same' ? state.pending : [];
  const known = new Set(items.map(({ uuid }) => uuid));
  const unsettled = new Set([
    ...conflictsIn(state).map(([uuid]) => uuid),
    ...pending.flatMap(({ targets }) => targets.map(({ uuid }) => uuid)),
  ]);
  return [...items, ...state.items.filter(({ uuid }) => unsettled.has(uuid) && !known.has(uuid))];
}

/** The `!` marks, which outlive the list, also of rows that it does not have: another list may. */
export function troubleMarks({ marks }: State): ReadonlyMap<string, Mark> {
  return new Map(
    [...marks].flatMap(([uuid, mark]) => {
      const { trouble, conflicts } = mark;
      const kept = { ...(trouble !== undefined && { trouble }), ...(conflicts && { conflicts }) };
      return isTroubled(mark) ? [[uuid, kept]] : [];
    }),
  );
}

/** The other rows in conflict or refused; that of the question comes first, then what was said of last, then those below. */
export function troubledElsewhere(state: State): readonly Item[] {
  const at = current(state)?.uuid;
  const troubled = troubledIn(state);
  const from = troubled.findIndex(({ uuid }) => uuid === at);
  const others = from < 0 ? troubled : [...troubled.slice(from + 1), ...troubled.slice(0, from)];
  const asked = from < 0 ? openConflict(state)?.item : undefined;
  const first = asked ?? others.find(({ uuid }) => uuid === state.lastTroubled);
  return first ? [first, ...others.filter((each) => each !== first)] : others;
}

/** The rows in conflict or refused. */
export function troubledIn({ items, marks }: State): readonly Item[] {
  const troubled = new Set([...marks].flatMap(([uuid, mark]) => (isTroubled(mark) ? [uuid] : [])));
  return items.filter(({ uuid }) => troubled.has(uuid));
}

function isTroubled({ conflicts, trouble }: Mark): boolean {
  return conflicts !== undefined || trouble !== undefined;
}

/** Goes to the next row in conflict or refused, which a filter may hide. */
export function goToTroubled(state: State): Step {
  const [next] = troubledElsewhere(state);
  if (!next) return [state];
  const isShown = shownItems(state).some(({ uuid }) => uuid === next.uuid);
  return goTo({ ...state, lastTroubled: undefined, ...(!isShown && { filter: '' }) }, next.uuid);
}

/** Answers the question whose value counts. */
export function answerConflict(state: State, answer: 'mine' | 'theirs'): Step {
  const open = openConflict(state);
  if (!open) return [state];
  const { item, ref, conflict } = open;
  const { what, value, shown, isRemoval = false, message } = conflict.decision;
  const told = withNamed(state, item.uuid, conflict.row);
  const settled = withMark(told, item.uuid, (mark) => withoutConflict(mark, what));
  if (answer === 'theirs' && !message)
    return [say(settled, `${ref}: left as it is now`), { do: 'look', uuid: item.uuid }];
  // A message is sent in any case: only what follows it was in question.
  const sent = answer === 'theirs' && message ? withoutReplaced(message) : message;
  const choice = { what, value, shown, isRemoval, ...(sent && { message: sent }) };
  // A value that has changed since the question was asked is asked about again.
  const seen = new Map([[item.uuid, conflict.row]]);
  return decide(settled, choice, [item], seen);
}

function withoutReplaced({ also, ...message }: Message): Message {
  const { priority: _priority, category: _category, ...left } = also ?? {};
  return { ...message, status: undefined, also: left };
}
