import { type Row, titleOf } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';
import { conflictMarks, withConflict, withConflicting } from './conflicts.js';
import { release } from './deciding.js';
import { applied, type Decision, describe, describeAll, fieldOf, isFinal, type Target } from './decision.js';
import { afterSuccess, andRelease, type Held, hold, holdRest } from './holding.js';
import type { Option } from './mode.js';
import { differences, foreignEntry, isOwnChange } from './news.js';
import { pressWords } from './press-words.js';
import { goTo, isOpen, markOf, withMark } from './rows.js';
import type { Badge, Item, ListAnswer, Mark, Notice, Outcome, State, Words } from './state.js';
import { type Effect, type Step, say } from './step.js';
import { changeSubject, rowsAbout } from './subject-rows.js';
import { fieldWith } from './text-field.js';
import { type TextAnswer, takeAudience, takeBegun, takeDraft, takeFile, takeTemplate, takeText } from './texts.js';

/** A row with the values that an undo has put back. */
export interface Restored {
  readonly uuid: string;
  readonly row: Row;
}

/** What became of a decision. */
interface Sent {
  readonly is: 'sent';
  readonly decision: Decision;
  readonly outcomes: readonly Outcome[];
  readonly words: string;
  /** Where the text of a message is that was refused; undefined if there is none left to send. */
  readonly text?: 'draft' | 'memory' | undefined;
  /** The decision about the rows for which it is sent again. */
  readonly later?: Held | undefined;
}

/** What effects give back. */
export type Answer =
  | ListAnswer
  | { readonly is: 'words'; readonly words: Words }
  | { readonly is: 'detail'; readonly uuid: string; readonly detail: Row; readonly item: Item | undefined }
  | { readonly is: 'no-detail'; readonly uuid: string; readonly why: string }
  /** Its message has a draft of its own now. */
  | { readonly is: 'separated'; readonly decision: Decision }
  /** The first request of a decision is about to leave. */
  | { readonly is: 'begins'; readonly decision: Decision }
  | Sent
  | Held
  /** It is time to send again what is held. */
  | { readonly is: 'retry' }
  | { readonly is: 'undone'; readonly restored: readonly Restored[]; readonly notice: Notice }
  | { readonly is: 'badge'; readonly badge: Badge }
  | { readonly is: 'unread'; readonly unread: number | undefined }
  | { readonly is: 'said'; readonly notice: Notice }
  | TextAnswer
  | { readonly is: 'found'; readonly options: readonly Option[]; readonly items: readonly Item[] };

export function answer(state: State, event: Answer): Step {
  switch (event.is) {
    case 'list':
      return andRelease(takeList(state, event));
    case 'words':
      return [{ ...state, words: event.words }];
    case 'detail':
      return andRelease([takeDetail(state, event)]);
    case 'no-detail':
      return [withMark(state, event.uuid, (mark) => ({ ...mark, unreadable: event.why }))];
    case 'begins':
      return [begin(state, event.decision)];
    case 'separated':
      return [withMessage(state, event.decision)];
    case 'sent':
      return event.later
        ? holdRest(takeOutcomes(state, event), event.later)
        : andRelease(takeOutcomes(afterSuccess(state), event));
    case 'held':
      return hold(state, event);
    case 'retry':
      return release({ ...state, retry: state.retry && { ...state.retry, isTimed: false } });
    case 'undone':
      return takeUndo(state, event);
    case 'badge':
      return takeBadge(state, event.badge);
    case 'unread':
      return [{ ...state, unread: event.unread }];
    case 'said':
      return [{ ...state, notice: event.notice }];
    case 'begun':
      return takeBegun(state, event);
    case 'text':
      return takeText(state, event);
    case 'file':
      return takeFile(state, event);
    case 'audience':
      return [takeAudience(state, event)];
    case 'template':
      return takeTemplate(state, event);
    case 'draft':
      return [takeDraft(state, event)];
    case 'found':
      return takeFound(state, event);
  }
}

/** New rows go to the end; changed ones, and those no longer in the list, stay where they are. */
function takeList(state: State, list: ListAnswer): Step {
  const { items, people, title, fill } = list;
  if (state.other || (fill === 'another' && state.mode.is !== 'list'))
    return [{ ...state, other: { ...list, fill: 'another' } }];
  const next: State = { ...state, fresh: items, people: { ...state.people, ...people }, isLoaded: true, title };
  if (fill === 'another') {
    const at = items[0]?.uuid ?? '';
    const other: State = { ...next, items: withConflicting(state, items), at, marks: conflictMarks(state) };
    return [{ ...other, selected: new Set(), filter: '', scroll: 0 }, ...lookAt(at)];
  }
  const news = newsIn(next, items);
  const after: State = { ...next, items: news.items, marks: new Map([...state.marks, ...news.marks]) };
  if (state.items.length > 0 && (state.isTouched || fill === 'again')) {
    return [after, ...(news.marks.some(([uuid]) => uuid === state.at) ? lookAt(state.at) : [])];
  }
  const at = items.some(({ uuid }) => uuid === state.at) ? state.at : (items[0]?.uuid ?? '');
  const marks = state.isLoaded ? after.marks : state.marks;
  return [{ ...after, items: withConflicting(state, items), at, marks }, ...lookAt(at)];
}

/** Shows another list that came while something else went on, once that is over. */
export function takeOther(state: State): Step {
  const { other, ...rest } = state;
  return other && state.mode.is === 'list' ? takeList(rest, other) : [state];
}

/** The rows with what they are now, new ones last, and the marks of those that changed or are new. */
function newsIn(
  state: State,
  fresh: readonly Item[],
): { readonly items: readonly Item[]; readonly marks: readonly (readonly [string, Mark])[] } {
  const byId = new Map(fresh.map((item) => [item.uuid, item]));
  const known = new Set(state.items.map(({ uuid }) => uuid));
  const came = fresh.filter(({ uuid }) => !known.has(uuid));
  const changed = state.items.flatMap((item) => {
    const mark = newsAbout(state, item, byId.get(item.uuid)?.row);
    return mark ? [[item.uuid, mark] as const] : [];
  });
  return {
    items: [...state.items.map((item) => byId.get(item.uuid) ?? item), ...came],
    marks: [...changed, ...came.map(({ uuid }) => [uuid, { isNew: true }] as const)],
  };
}

/** The mark of a row that is different now; undefined if that is no news. */
function newsAbout(state: State, { uuid, row }: Item, now: Row | undefined, isChanged = false): Mark | undefined {
  const mark = markOf(state, uuid);
  const words = now && isOpen(state, uuid) ? differences(row, now, state.people) : undefined;
  if (words === undefined && !isChanged) return undefined;
  return { ...mark, changed: words ?? mark.changed ?? '', since: mark.since ?? dataText(row.updatedAt) };
}

function lookAt(uuid: string): readonly Effect[] {
  return uuid === '' ? [] : [{ do: 'look', uuid }];
}

function takeDetail(state: State, { uuid, detail, item }: Extract<Answer, { is: 'detail' }>): State {
  const details = new Map(state.details).set(uuid, detail);
  const before = state.items.find((each) => each.uuid === uuid);
  const { unreadable: _unreadable, ...readable } = markOf(state, uuid);
  const next: State = { ...state, details, marks: new Map(state.marks).set(uuid, readable) };
  if (!before || !item) return next;
  const isForeign = isOpen(state, uuid) && foreignEntry(dataText(before.row.updatedAt), detail, state.me) !== undefined;
  const mark = ownNews(state, uuid, detail) ?? newsAbout(next, before, item.row, isForeign);
  const items = state.items.map((each) => (each.uuid === uuid ? { ...each, row: { ...each.row, ...item.row } } : each));
  return mark ? { ...next, items, marks: new Map(next.marks).set(uuid, mark) } : { ...next, items };
}

/** The mark of a row whose news turn out to be what the user has done elsewhere. */
function ownNews(state: State, uuid: string, detail: Row): Mark | undefined {
  const { changed, since, ...mark } = markOf(state, uuid);
  return changed !== undefined && isOwnChange(since ?? '', detail, state.me) ? mark : undefined;
}

function takeOutcomes(state: State, { decision, outcomes, words, text, later }: Sent): Step {
  const { batch } = decision;
  const earlier = batch === undefined ? undefined : state.batches?.get(batch);
  const isOver = ({ target }: Outcome): boolean => outcomes.some((each) => each.target.uuid === target.uuid);
  const all = [...(earlier?.outcomes ?? []).filter((each) => !isOver(each)), ...outcomes];
  const kept = text ?? earlier?.text;
  const pending = state.pending.flatMap((each) => (each.id === decision.id ? (later?.decision ?? []) : each));
  const batches = new Map(state.batches);
  if (batch !== undefined) batches.set(batch, { outcomes: all, text: kept });
  let next: State = { ...state, pending, batches };
  for (const outcome of outcomes) next = takeOutcome(next, decision, outcome);
  const failed = all.filter((each) => each.is !== 'done');
  const stale = outcomes.filter(({ target }) => target.uuid === state.at).flatMap(({ target }) => lookAt(target.uuid));
  const notice: Notice = {
    text: [
      summary(state, decision, { outcomes: all, failed, words }),
      ...(all.length > outcomes.length && words !== '' ? [words] : []),
      ...(kept ? [keptWords(state, decision, kept)] : []),
    ].join('; '),
    tone: failed.length > 0 ? 'bad' : 'good',
    ...(isFinal(decision) && { isFinal: true }),
  };
  return [{ ...next, notice }, ...stale];
}

function takeOutcome(state: State, decision: Decision, outcome: Outcome): State {
  const { uuid } = outcome.target;
  if (outcome.is === 'refused') return withMark(state, uuid, (mark) => ({ ...mark, trouble: outcome.why }));
  if (outcome.is === 'conflict') return withConflict(state, decision, outcome);
  const item = state.items.find((each) => each.uuid === uuid);
  const said = describe(decision, before(item, outcome.target, decision));
  const { about = outcome.target } = outcome.target;
  const next = changeSubject(state, about.uuid, (row) => applied(row, decision));
  return withMark(next, uuid, ({ changed: _changed, isNew: _isNew, ...mark }) => ({
    ...mark,
    decided: mark.decided === undefined ? said : `${mark.decided}, ${said}`,
  }));
}

/** The row as it was when the decision was made: a reading in between may show it already. */
function before(item: Item | undefined, target: Target | undefined, decision: Decision): Row {
  const field = fieldOf(decision);
  const isKnown = field !== undefined && target?.valueSeen !== undefined;
  return { ...(!target?.about && item?.row), ...(isKnown && { [field]: target.valueSeen }) };
}

function summary(
  state: State,
  decision: Decision,
  {
    outcomes,
    failed,
    words,
  }: { readonly outcomes: readonly Outcome[]; readonly failed: readonly Outcome[]; readonly words: string },
): string {
  const [only] = outcomes;
  const item = state.items.find(({ uuid }) => uuid === only?.target.uuid);
  const said = words === '' ? describe(decision, before(item, only?.target, decision)) : words;
  if (outcomes.length === 1 && only) {
    const name = nameOf(state, only.target);
    return only.is === 'done' ? `${name} ${said}` : `${name} ${only.why}`;
  }
  const done = outcomes.length - failed.length;
  if (failed.length === 0) return `${done} rows: ${describeAll(decision)}`;
  return `${done} of ${outcomes.length} done; ${failed.map((each) => `${nameOf(state, each.target)} ${each.is === 'done' ? '' : each.why}`).join('; ')}`;
}

/** Where the text is that was not sent. */
function keptWords(state: State, { what }: Decision, text: NonNullable<Sent['text']>): string {
  const how = text === 'draft' ? 'kept as a draft' : 'your text is kept only until you quit';
  return `${how}; ${pressWords(state, what === 'note' ? 'n' : 'r')} to continue`;
}

/** A notification has no reference that people know. */
function nameOf(state: State, { uuid, ref, about }: Target): string {
  const item = state.items.find((each) => each.uuid === uuid);
  return item?.kind === 'notification' && !about ? `${titleOf(item.row) || ref}:` : ref;
}

function withMessage(state: State, { id, message }: Decision): State {
  const pending = state.pending.map((each) => (each.id === id && message ? { ...each, message } : each));
  return { ...state, pending };
}

/** With the draft of its message, which is known by now. */
function begin(state: State, decision: Decision): State {
  const pending = state.pending.map((each) => (each.id === decision.id ? { ...decision, isBegun: true } : each));
  return { ...state, pending };
}

function takeUndo(state: State, { restored, notice }: Extract<Answer, { is: 'undone' }>): Step {
  const shown = restored.reduce((sum, { uuid, row }) => changeSubject(sum, uuid, (now) => ({ ...now, ...row })), state);
  const rows = restored.flatMap(({ uuid }) => rowsAbout(state, uuid));
  const undone = rows.reduce(
    (sum, uuid) => withMark(sum, uuid, ({ decided: _decided, trouble: _trouble, ...mark }) => mark),
    shown,
  );
  const [first] = rows;
  if (state.mode.is !== 'list') return [{ ...undone, notice }, { do: 'list' }];
  const [moved] = goTo({ ...undone, notice }, first);
  return [{ ...moved, notice }, ...(first === undefined ? [] : lookAt(first)), { do: 'list' }];
}

/** Once the server is back, what waited for it is sent. */
function takeBadge(state: State, badge: Badge): Step {
  const next: State = { ...state, badge };
  return badge.is === 'offline' ? [next] : andRelease([next]);
}

function takeFound(state: State, { options, items }: Extract<Answer, { is: 'found' }>): Step {
  if (options.length === 0) return [say(state, 'nothing was found')];
  const known = new Set(state.items.map(({ uuid }) => uuid));
  const all = [...state.items, ...items.filter(({ uuid }) => !known.has(uuid))];
  // What is being written or chosen goes on, and the next key must not act on another row.
  if (state.mode.is !== 'list')
    return [say({ ...state, items: all }, `${options.length} found; see the end of the list`)];
  const next: State = { ...state, notice: undefined, filter: '', items: all };
  const [only] = options;
  if (options.length === 1 && only) return goTo(next, only.value);
  return [
    { ...next, mode: { is: 'pick', what: 'found', title: 'found', rows: [], options, at: 0, field: fieldWith('') } },
  ];
}
