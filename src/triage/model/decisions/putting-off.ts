import type { PickMode } from '../mode.js';
import { ask, pick } from '../picker.js';
import { goToNextOpen, isOpen, isPutOff, itemsAmong, markOf, targetsOf, withMark } from '../rows/rows.js';
import type { Item, ListAnswer, Notice, State } from '../state.js';
import type { Effect, SnoozedRow, Step } from '../step.js';
import { subjectOfRow, targetWords } from './rights.js';

/** Tickets are put off, or woken, if nothing has failed. */
export interface SnoozedAnswer {
  readonly is: 'snoozed';
  readonly rows: readonly string[];
  /** Until when, as it was chosen or typed; `off` wakes. */
  readonly when: string;
  readonly isDone: boolean;
  readonly notice: Notice;
}

/** When they come back, as `tracker snooze` reads it, by the letter that chooses it. */
const moments = [
  { letter: 'h', text: 'an hour from now', value: '1h' },
  { letter: 'e', text: '18:00', value: '18:00' },
  { letter: 't', text: 'tomorrow', value: 'tomorrow' },
  { letter: 'f', text: 'Friday', value: 'fri' },
  { letter: 'm', text: 'Monday', value: 'mon' },
  { letter: 'd', text: 'a day …', value: '' },
] as const;

/** Asks until when tickets are put off. The same key again wakes what is put off, or puts it off to the same time. */
export function pickMoment(state: State): Step {
  const items = targetsOf(state);
  const isAsleep = items.every((item) => isPutOff(state, item));
  const value = isAsleep ? 'off' : (items[0]?.until ?? state.lastMoment);
  const same = moments.find((each) => each.value === value)?.text ?? (value && 'the same time');
  const again = value === undefined ? [] : [{ letter: 'z', text: isAsleep ? 'wake' : `again: ${same}`, value }];
  const title = `put off ${targetWords(state)} until`;
  return pick(state, { what: 'snooze', title, options: [...moments, ...again] });
}

/** Does what was chosen; for a day, asks which. */
export function putOffUntil(state: State, { rows, title }: Pick<PickMode, 'rows' | 'title'>, when: string): Step {
  if (when === '') return ask(state, { what: 'snooze', title: `${title} (fri, dec 3, 2w, mon 14:30)`, rows });
  const items = itemsAmong(state, rows);
  const effect: Effect = { do: 'snooze', when, rows: items.flatMap((item) => snoozedRow(state, item)) };
  // A day that was typed may be none.
  if (state.mode.is === 'ask') return [state, effect];
  const isAsleep = when !== 'off';
  const [next, ...looks] = marked({ ...state, ...(isAsleep && { lastMoment: when }) }, rows, isAsleep);
  return [next, effect, ...looks];
}

function snoozedRow(state: State, { uuid: row, row: shown }: Item): readonly SnoozedRow[] {
  const subject = subjectOfRow(state, row);
  return subject ? [{ row, uuid: subject.uuid, ref: subject.ref, known: subject.detail ?? shown }] : [];
}

/** With these rows put off or awake, and on to the next one that is open. */
function marked(state: State, rows: readonly string[], isLater: boolean): Step {
  const asleep = new Set([...(state.asleep ?? [])].filter((uuid) => !rows.includes(uuid)));
  const next = rows.reduce<State>((sum, uuid) => withMark(sum, uuid, (mark) => ({ ...mark, isLater })), {
    ...state,
    asleep,
    selected: new Set(),
  });
  return next.after === 'stay' || isOpen(next, next.at) ? [next] : goToNextOpen(next);
}

export function takeSnoozed(state: State, { rows, when, isDone, notice }: SnoozedAnswer): Step {
  const isAsleep = when !== 'off';
  const isAsking = state.mode.is === 'ask' && state.mode.what === 'snooze';
  if (!isDone) {
    const [back] = isAsking ? [state] : marked(state, rows, !isAsleep);
    return [{ ...back, at: state.at, notice }];
  }
  const noted: State = { ...state, isUndoLost: false, done: [...(state.done ?? []), state.next], next: state.next + 1 };
  const typed: State = { ...noted, mode: { is: 'list' }, ...(isAsleep && { lastMoment: when }) };
  const [next, ...looks] = isAsking ? marked(typed, rows, isAsleep) : [noted];
  return [{ ...next, notice }, ...looks];
}

/** Marks the rows that are put off by now, here or elsewhere, and wakes those that are in the list again. */
export function withAsleep(state: State, { asleep, items }: Pick<ListAnswer, 'asleep' | 'items'>): State {
  if (!asleep) return state;
  const listed = new Set(items.map(({ uuid }) => uuid));
  const changed = state.items.filter(({ uuid }) => {
    const { isLater = false } = markOf(state, uuid);
    return isLater ? listed.has(uuid) : asleep.has(uuid);
  });
  return changed.reduce<State>(
    (sum, { uuid }) => withMark(sum, uuid, (mark) => ({ ...mark, isLater: asleep.has(uuid) })),
    { ...state, asleep },
  );
}

/** How many tickets are put off, of those that would be in the list. */
export function countAsleep({ asleep = new Set(), marks }: State): number {
  const later = [...marks].flatMap(([uuid, { isLater }]) => (isLater ? [uuid] : []));
  return new Set([...asleep, ...later]).size;
}
