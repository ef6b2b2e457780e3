import { type Row, uuidOf } from '../../../contract/row.js';
import { dataText } from '../../../output/data/json.js';
import { endWaiting, isOpening } from '../awaiting.js';
import { troubleMarks, withUnsettled } from '../decisions/conflicts.js';
import { withAsleep } from '../decisions/putting-off.js';
import {
  differences,
  foreignEntry,
  isChanged,
  isLastByOther,
  isLastByUser,
  messageWords,
  withUnseen,
} from '../decisions/unseen.js';
import { isSettled, isUntouched, markOf, withFound, withShortTexts } from '../rows/rows.js';
import type { Item, ListAnswer, Mark, State } from '../state.js';
import type { Effect, Step } from '../step.js';

/** Everything about a row, which has been read. */
export interface DetailAnswer {
  readonly uuid: string;
  readonly detail: Row;
  readonly item: Item | undefined;
}

export function takeList(before: State, list: ListAnswer): Step {
  const state = withAsleep(before, list);
  const [read, ...effects] = readList(state, list);
  const next = withChanged(state, withUnseen(state, read), list);
  return [next, ...effects, ...looksAtUnsure(next, effects)];
}

/** How many rows in doubt are read after a list; others are after the next, or once the cursor is on them. */
const mostUnsure = 100;

function looksAtUnsure({ items, marks, isPart = false }: State, effects: readonly Effect[]): readonly Effect[] {
  if (isPart) return [];
  const isRead = (uuid: string): boolean => effects.some((effect) => effect.do === 'look' && effect.uuid === uuid);
  const unsure = items.filter(({ uuid }) => marks.get(uuid)?.isUnsure && !isRead(uuid));
  return unsure.slice(0, mostUnsure).flatMap(({ uuid }) => lookAt(uuid));
}

/** No row says who has done what. */
const untold: Mark = { isUnsure: true, isUntold: true };

/** Marks the rows that have changed since the user last looked at them in another session or command. */
function withChanged(before: State, state: State, { fill }: ListAnswer): State {
  const marks = new Map(state.marks);
  // What was read since is not in doubt again.
  const known = new Map(before.items.map(({ uuid, since }) => [uuid, before.details.has(uuid) ? since : undefined]));
  for (const { uuid, since } of state.items) {
    const isKnown = fill === 'again' && known.get(uuid) === since;
    if (since !== undefined && !isKnown && isUntouched(state, uuid))
      marks.set(uuid, { changed: '', since, ...untold, ...marks.get(uuid) });
  }
  return { ...state, marks };
}

/** New rows go to the end, unless it is another order; changed ones, and those no longer in the list, stay where they are. */
function readList(state: State, list: ListAnswer): Step {
  const { items, people, title, kind, sort, tab, fill, isPart = false } = list;
  const isOrdered = fill === 'reload' || fill === 'another';
  if (state.other || (isOrdered && state.mode.is !== 'list'))
    return [{ ...state, other: { ...list, fill: fill === 'another' ? fill : (state.other?.fill ?? fill) } }];
  const read: State = {
    ...state,
    fresh: items,
    people: { ...state.people, ...people },
    isLoaded: state.isLoaded || !isPart,
    isPart,
    title,
    kind,
    sort,
    tab,
  };
  const isFirst = isOpening(state) || (!isPart && !state.isLoaded);
  const next: State = isOrdered || isFirst ? endWaiting(read) : read;
  if (fill === 'another') {
    const places = new Map(state.places).set(state.title, state.at);
    const at = (items.find(({ uuid }) => uuid === places.get(title)) ?? items[0])?.uuid ?? '';
    const { asleep } = list;
    const other: State = {
      ...next,
      ...{ asleep, places, at },
      items: withUnsettled(state, items, 'another'),
      marks: troubleMarks(state),
    };
    return [{ ...other, selected: new Set(), filter: '', scroll: 0 }, ...lookAt(at)];
  }
  if (fill === 'reload') return showInOrder(next);
  const news = newsIn(next, state, list);
  const after: State = { ...next, items: news.items, marks: new Map([...state.marks, ...news.marks]) };
  const isNews = news.marks.some(([uuid]) => uuid === state.at);
  if (state.items.length > 0 && (state.isTouched || fill === 'again'))
    return [after, ...(isNews ? lookAt(state.at) : [])];
  const shown = withUnsettled(state, items, 'same');
  const isKept = (state.isTouched || state.isPlaced) && shown.some(({ uuid }) => uuid === state.at);
  const at = isKept ? state.at : (shown[0]?.uuid ?? '');
  const marks = state.isLoaded ? after.marks : state.marks;
  // A remembered row is being read already.
  return [{ ...after, items: shown, at, marks }, ...(at === state.at && !isNews ? [] : lookAt(at))];
}

/**
 * The list in its order. Only `!` marks stay, and of other rows only those with something unsent. The cursor stays on its row, or on the
 * nearest one below it that is still there, or else above it; one that was looked for is kept.
 */
function showInOrder(state: State): Step {
  const items = withUnsettled(state, state.fresh, 'same');
  const uuids = new Set(items.map(({ uuid }) => uuid));
  const marks = troubleMarks(state);
  const selected = new Set([...state.selected].filter((uuid) => uuids.has(uuid)));
  const next: State = { ...state, items, marks, selected };
  const found = state.items.find(({ uuid }) => uuid === state.at && markOf(state, uuid).isFound && !uuids.has(uuid));
  if (found) return [withFound(next, found), ...lookAt(found.uuid)];
  if (uuids.has(state.at)) return [next, ...lookAt(state.at)];
  const before = state.items.findIndex(({ uuid }) => uuid === state.at);
  const isLeft = ({ uuid }: Item): boolean => uuids.has(uuid);
  const near = state.items.slice(before + 1).find(isLeft) ?? state.items.slice(0, before + 1).findLast(isLeft);
  const at = (near ?? items[0])?.uuid ?? '';
  return [{ ...next, at, scroll: 0 }, ...lookAt(at)];
}

/** Shows another list that came while something else went on, once that is over. */
export function takeOther(state: State): Step {
  const { other, ...rest } = state;
  return other && state.mode.is === 'list' ? takeList(rest, other) : [state];
}

/** The rows with what they are now, new ones last, and the marks of those that changed, are new, or have left the list. */
function newsIn(
  state: State,
  { fresh: before, isLoaded, isPart: wasPart = false }: State,
  { items: listed, allRows = [], isPart = false }: ListAnswer,
) {
  const byId = new Map(listed.map((item) => [item.uuid, item]));
  const known = new Set(state.items.map(({ uuid }) => uuid));
  const came = listed.filter(({ uuid }) => !known.has(uuid));
  const gone = new Set(isPart ? [] : before.map(({ uuid }) => uuid).filter((uuid) => !byId.has(uuid)));
  // Most readings need nothing from the rows that the list leaves out, which may be many.
  const isAnyMissing = state.items.some(({ uuid }) => !byId.has(uuid));
  const others = new Map(isAnyMissing ? allRows.map((row) => [uuidOf(row), row]) : []);
  const nowOf = (item: Item): Item | undefined => {
    const row = others.get(item.uuid);
    return byId.get(item.uuid) ?? (row && { ...item, row: withShortTexts(row) });
  };
  const changed = state.items.flatMap((item) => {
    const { uuid } = item;
    const markNow = gone.has(uuid) ? goneMark : byId.has(uuid) ? listedMark : newsAbout;
    const mark = (isSettled(state, uuid) ? doubtMark : markNow)(state, item, nowOf(item)?.row);
    return mark ? [[uuid, mark] as const] : [];
  });
  const arrived = (isLoaded && !wasPart ? came : []).map(
    ({ uuid, kind }) => [uuid, { isNew: true, ...(kind !== 'notification' && untold) }] as const,
  );
  return { items: [...state.items.map((item) => nowOf(item) ?? item), ...came], marks: [...changed, ...arrived] };
}

/** The mark of a decided row that is different now: by what the user did, or by what somebody has done since. */
function doubtMark(state: State, { uuid, row }: Item, now: Row | undefined): Mark | undefined {
  if (!now || differences(row, now, state.people) === undefined) return undefined;
  const mark = markOf(state, uuid);
  return { ...mark, since: mark.since ?? dataText(row.updatedAt), isUnsure: true };
}

const goneWords = 'no longer in this list';

/** The mark of a row that has left the list; undefined if the user has already decided about it. */
function goneMark(state: State, item: Item, now: Row | undefined): Mark | undefined {
  if (!isUntouched(state, item.uuid)) return undefined;
  const mark = newsAbout(state, item, now) ?? markOf(state, item.uuid);
  const { changed, since = dataText(item.row.updatedAt) } = mark;
  const doubt = item.kind !== 'notification' && untold;
  return { ...mark, changed: changed || goneWords, since, isGone: true, ...doubt };
}

/** The mark of a row that is in the list. */
function listedMark(state: State, item: Item, now: Row | undefined): Mark | undefined {
  const { isGone, ...mark } = markOf(state, item.uuid);
  const news = newsAbout(state, item, now);
  if (!isGone) return news;
  const { changed: _changed, since: _since, ...back } = mark;
  return news ? { ...news, isGone: false } : back;
}

/** The mark of a row that is different now, in doubt until it is read; undefined if that is no news. */
function newsAbout(state: State, { uuid, row, kind }: Item, now: Row | undefined): Mark | undefined {
  if (!now || !isUntouched(state, uuid)) return undefined;
  const mark = markOf(state, uuid);
  const since = mark.since ?? dataText(row.updatedAt);
  const words = differences(row, now, state.people);
  if (words !== undefined) return { ...mark, changed: words, since, ...(kind !== 'notification' && untold) };
  // Where messages are not counted, any change may be one.
  const isMoved = !Object.hasOwn(now, 'messageCount') && isChanged('updatedAt', row, now);
  return isMoved ? { ...mark, since, isUnsure: true } : undefined;
}

export function lookAt(uuid: string): readonly Effect[] {
  return uuid === '' ? [] : [{ do: 'look', uuid }];
}

export function takeDetail(state: State, answer: DetailAnswer): State {
  return withUnseen(state, readDetail(state, answer), [answer.uuid]);
}

function readDetail(state: State, { uuid, detail, item }: DetailAnswer): State {
  const details = new Map(state.details).set(uuid, detail);
  const before = state.items.find((each) => each.uuid === uuid);
  const { unreadable: _unreadable, isMissing: _isMissing, ...mark } = markOf(state, uuid);
  const { isUnsure: _isUnsure, isUntold: _isUntold, ...told } = mark;
  const marked = (now: Mark): State => ({ ...state, details, marks: new Map(state.marks).set(uuid, now) });
  // What is remembered of a row says nothing about what is news.
  if (!before || !item) return marked(before && before.kind !== 'notification' ? mark : told);
  const now = isSettled(state, uuid)
    ? (markAfterDecision(state, before, detail, item.row) ?? told)
    : markOfRead(state, before, { told, detail, now: item.row });
  const items = state.items.map((each) => (each.uuid === uuid ? { ...each, row: { ...each.row, ...item.row } } : each));
  return { ...marked(now), items };
}

/** The mark of a row that has been read: news only if somebody else was the last to do something, as far as that can be told. */
function markOfRead(
  state: State,
  { uuid, row }: Item,
  { told, detail, now }: { readonly told: Mark; readonly detail: Row; readonly now: Row },
): Mark {
  const since = told.since ?? dataText(row.updatedAt);
  const words = isUntouched(state, uuid) ? differences(row, now, state.people) : undefined;
  const isForeign = isUntouched(state, uuid) && foreignEntry(since, detail, state.me) !== undefined;
  const { changed = isForeign ? '' : undefined, since: _since, isNew, ...rest } = told;
  const news = words ?? changed;
  if (news === undefined && !isNew) return told;
  const isMessage = news === undefined || news === '' || news === messageWords;
  if (isLastByUser(since, detail, state.me, isMessage)) return rest;
  return { ...told, ...(news !== undefined && { changed: news, since }) };
}

/** The mark of a decided row, which is to be decided again if somebody else was the last to do something about it. */
function markAfterDecision(state: State, { uuid, row }: Item, detail: Row, now: Row): Mark | undefined {
  const { isUnsure, unreadable: _unreadable, since = dataText(row.updatedAt), ...mark } = markOf(state, uuid);
  if (!isUnsure && differences(row, now, state.people) === undefined) return undefined;
  if (!isLastByOther(since, detail, state.me)) return mark;
  const { decided: _decided, ...open } = mark;
  return { ...open, changed: '', since, isGone: !state.fresh.some((item) => item.uuid === uuid) };
}
