import { authorOf, entityIn, isInternalNote, messagesOf, timeOf } from '../../../contract/messages.js';
import { isRow, type Row, rowsOf, textsOf, titleOf } from '../../../contract/row.js';
import { isFinished } from '../../../contract/server-word.js';
import type { People } from '../../../contract/shapes/wide.js';
import { toPlainLetters } from '../../../contract/text/plain-letters.js';
import { searchedText, soughtIn } from '../../../contract/text/search-words.js';
import { dataText } from '../../../output/data/json.js';
import { longestShown } from '../../../output/text/span.js';
import { startOf } from '../../../output/text/width.js';
import { assigneeIds, personName } from '../../../views/cells/people.js';
import { applied, type Decision, type DecisionTarget, endsWait } from '../decisions/decision.js';
import type { SeenValues } from '../mode.js';
import type { Item, Mark, State } from '../state.js';
import { type Step, say } from '../step.js';

/** What follows from a state, which never changes: the screen asks for it many times. */
const shownOf = new WeakMap<State, readonly Item[]>();
const currentOf = new WeakMap<State, { readonly item: Item | undefined }>();

/** The rows on the screen: those that contain all words of the filter, with everything decided. */
export function shownItems(state: State): readonly Item[] {
  const known = shownOf.get(state);
  if (known) return known;
  const shown = findShown(state);
  shownOf.set(state, shown);
  return shown;
}

function findShown(state: State): readonly Item[] {
  const { filter, pending } = state;
  const found = itemsWith(state, filter);
  if (pending.length === 0) return found;
  const decided = new Set(pending.flatMap(({ targets }) => targets.map(({ uuid }) => uuid)));
  return found.map((item) => (decided.has(item.uuid) ? { ...item, row: withDecided(state, item, item.row) } : item));
}

/** What rows are searched in, as long as nobody gets another name: all are looked at with each key. */
const searchedIn = new WeakMap<Item, { readonly people: Row; readonly text: string }>();

/** The rows that contain all these words. Of what they are called, only the beginning counts. */
export function itemsWith({ items, people }: State, text: string): readonly Item[] {
  const sought = soughtIn(text, toPlainLetters);
  const textOf = (item: Item): string => {
    const known = searchedIn.get(item);
    if (known?.people === people) return known.text;
    const text = searchedText(toPlainLetters(searched(item, people).slice(0, longestShown)));
    searchedIn.set(item, { people, text });
    return text;
  };
  return sought.length === 0 ? items : items.filter((item) => sought.every((each) => textOf(item).includes(each)));
}

/** What a row and its people are called. */
function searched({ ref, row }: Item, people: Row): string {
  const words = [row.status, row.priority, row.category, row.type].filter((each) => typeof each === 'string');
  const spelled = words.flatMap((word) => [word, word.replace(/[_-]/g, ' '), word.replace(/[_ ]/g, '-')]);
  const ids = [...assigneeIds(row), row.customerId, row.createdBy, row.actorId].filter((id) => typeof id === 'string');
  const names = [
    ...ids.map((id) => personName(people as People, id)),
    ...rowsOf(row.assignees).map((person) => dataText(person.name)),
  ];
  const others = [row.orgName, row.orgSlug, row.project, row.projectKey].filter((each) => typeof each === 'string');
  return [ref, titleOf(row), ...spelled, ...others, ...names, ...textsOf(row.tags)].join(' ');
}

/**
 * An object from a server as triage keeps it, with no more of each text than anybody can see in a line: it is compared, drawn and
 * stored again and again. The same object if its texts are short.
 */
export function withShortTexts(row: Row): Row {
  if (isShort(row)) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withShort(value)]));
}

function withShort(value: unknown): unknown {
  if (typeof value === 'string') return startOf(value, longestShown);
  if (Array.isArray(value)) return isShort(value) ? value : value.map(withShort);
  return isRow(value) ? withShortTexts(value) : value;
}

/** Whether it has no long text. Makes nothing, since most of thousands of rows have none. */
function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestShown;
  if (Array.isArray(value)) return value.every(isShort);
  if (!isRow(value)) return true;
  for (const name in value) if (!isShort(value[name])) return false;
  return true;
}

/** The row with the cursor; undefined if there are no rows. */
export function current(state: State): Item | undefined {
  const known = currentOf.get(state);
  if (known) return known.item;
  const shown = shownItems(state);
  const item = shown.find(({ uuid }) => uuid === state.at) ?? shown[0];
  currentOf.set(state, { item });
  return item;
}

/** The rows a key acts on: those that are selected, or the one with the cursor. */
export function targetsOf(state: State): readonly Item[] {
  const selected = shownItems(state).filter(({ uuid }) => state.selected.has(uuid));
  const one = current(state);
  return selected.length > 0 ? selected : one ? [one] : [];
}

/** Without selected rows that the filter hides, which are counted: keys act on nothing that is not on the screen. */
export function deselectHidden(state: State): State {
  if (state.filter === '' || state.selected.size === 0 || state.mode.is === 'filter') return state;
  const shown = shownItems(state).filter(({ uuid }) => state.selected.has(uuid));
  const hidden = state.selected.size - shown.length;
  if (hidden === 0) return state;
  const selected = new Set(shown.map(({ uuid }) => uuid));
  return say({ ...state, selected }, `${hidden} ${hidden === 1 ? 'row' : 'rows'} deselected, hidden by the filter`);
}

/** The rows with these ids. */
export function itemsAmong({ items }: State, uuids: readonly string[]): readonly Item[] {
  return items.filter(({ uuid }) => uuids.includes(uuid));
}

export function markOf(state: State, uuid: string): Mark {
  return state.marks.get(uuid) ?? {};
}

export function withMark(state: State, uuid: string, change: (mark: Mark) => Mark): State {
  return { ...state, marks: new Map(state.marks).set(uuid, change(markOf(state, uuid))) };
}

/** Without a conflict about such a decision. */
export function withoutConflict({ conflicts = [], ...rest }: Mark, what: Decision['what']): Mark {
  const left = conflicts.filter(({ decision }) => decision.what !== what);
  return left.length > 0 ? { ...rest, conflicts: left } : rest;
}

/** What is said of a row as news. */
export function newsOf({ changed, isNew, isUntold }: Mark): Pick<Mark, 'changed' | 'isNew'> {
  return isUntold ? {} : { ...(changed !== undefined && { changed }), ...(isNew && { isNew }) };
}

function withoutNews({ changed: _changed, isNew: _isNew, ...rest }: Mark): Mark {
  return rest;
}

/** Puts the cursor on a row and reads it; what was news about the row before has been seen then, unless it was left at once. */
export function goTo(state: State, uuid: string | undefined): Step {
  if (uuid === undefined || uuid === '') return [state];
  if (uuid === state.at) return [state, { do: 'look', uuid }];
  const { changed, isNew } = newsOf(markOf(state, state.at));
  const isNews = (changed !== undefined || isNew) && !state.unseen.has(state.at);
  const left = isNews ? withMark(state, state.at, withoutNews) : state;
  const { sought: _sought, ...there } = left;
  return [
    { ...there, at: uuid, scroll: 0 },
    { do: 'look', uuid },
  ];
}

/** The first row of a filtered list is the one that keys act on. */
export function settleCursor(state: State): Step {
  const shown = shownItems(state);
  if (shown.some(({ uuid }) => uuid === state.at)) return [state];
  return goTo(state, shown[0]?.uuid);
}

const mostPlaces = 50;

/** Goes to a row that was looked for, which is added unless the list has it. */
export function goToFound(state: State, item: Item): Step {
  const { filter, scroll, trail = [] } = state;
  const from = current(state);
  const left = from && from.uuid !== item.uuid ? [{ item: from, filter, scroll }] : [];
  const shown: State = { ...state, filter: '', trail: [...trail, ...left].slice(-mostPlaces) };
  if (state.items.some(({ uuid }) => uuid === item.uuid)) return goTo(shown, item.uuid);
  return goTo(withFound(shown, item), item.uuid);
}

/** With a row that was looked for, and that the list does not have. */
export function withFound(state: State, item: Item): State {
  const added: State = { ...state, items: [...state.items, item] };
  return withMark(added, item.uuid, (mark) => ({ ...mark, isFound: true }));
}

/** Moves the cursor by a number of rows, no further than the last. */
export function moveBy(state: State, by: number): Step {
  const shown = shownItems(state);
  const at = current(state);
  const from = at ? shown.indexOf(at) : 0;
  return goTo(state, shown[Math.max(0, Math.min(shown.length - 1, from + by))]?.uuid);
}

/** Whether a row is done once this is decided about it. */
export function settles({ after }: State, decision: Decision): boolean {
  return decision.goes === undefined ? after === 'next' || endsWait(decision) : decision.goes === 'next';
}

/** Whether a row is not done yet. */
export function isOpen(state: State, uuid: string): boolean {
  return isUnmarked(state, uuid) && !isPending(state, uuid, (decision) => settles(state, decision));
}

/** Whether nothing is being sent about it either, so that what differs in it is by others. */
export function isUntouched(state: State, uuid: string): boolean {
  return isUnmarked(state, uuid) && !isPending(state, uuid);
}

function isUnmarked(state: State, uuid: string): boolean {
  const { decided, isLater } = markOf(state, uuid);
  return decided === undefined && !isLater;
}

/** Whether a ticket is put off: here, or before it was read into a list of those that are. */
export function isPutOff(state: State, { uuid, until, woken }: Item): boolean {
  return markOf(state, uuid).isLater ?? (until !== undefined && woken === undefined);
}

/** Whether a row is done, and the server has all that was decided about it. */
export function isSettled(state: State, uuid: string): boolean {
  return markOf(state, uuid).decided !== undefined && !isPending(state, uuid);
}

function isPending({ pending }: State, uuid: string, counts: (decision: Decision) => boolean = () => true): boolean {
  return pending.some((decision) => decision.targets.some((target) => target.uuid === uuid) && counts(decision));
}

/** Whether something can still be decided about a row: one that was only looked for must not be finished, or answered. */
function isLeft(state: State, { uuid, row }: Item): boolean {
  const { isGone, isMissing, isFound } = markOf(state, uuid);
  if (isFound && (typeof row.status !== 'string' || isFinished(row.status) || isAnswered(state, uuid))) return false;
  return isOpen(state, uuid) && !isGone && !isMissing;
}

/** Whether the team has had the last word about a ticket, as far as that is known. */
function isAnswered({ details, words: { team = [] }, me }: State, uuid: string): boolean {
  const said = messagesOf(details.get(uuid) ?? {}, 'ticket').filter(
    (entry) => entry.kind !== 'system' && !isInternalNote(entry),
  );
  const [last] = said.toSorted((one, other) => Date.parse(timeOf(other)) - Date.parse(timeOf(one)));
  return last !== undefined && [me, ...team].includes(authorOf(last));
}

/** Moves to the next row about which something can still be decided, from the top again after the last. */
export function goToNextOpen(state: State): Step {
  const shown = shownItems(state);
  const from = shown.findIndex(({ uuid }) => uuid === state.at);
  const around = [...shown.slice(from + 1), ...shown.slice(0, Math.max(0, from))];
  const next = around.find((item) => isLeft(state, item));
  return next ? goTo(state, next.uuid) : [state, { do: 'look', uuid: state.at }];
}

/** How many rows are left, and how many were decided. */
export function counts(state: State): { readonly left: number; readonly done: number } {
  const { items, marks, pending } = state;
  const touched = new Set([...marks.keys(), ...pending.flatMap(({ targets }) => targets.map(({ uuid }) => uuid))]);
  const left = items.filter((item) => !touched.has(item.uuid) || isLeft(state, item)).length;
  const done = [...marks.values()].filter(({ decided }) => decided !== undefined).length;
  return { left, done };
}

/** How many rows the list has, or how many of them the filter shows. */
export function countWords(state: State): string {
  const { items, filter, kind } = state;
  if (filter !== '') return `${shownItems(state).length} of ${items.length} match "${filter}"`;
  return `${items.length} ${kind}${items.length === 1 ? '' : 's'}`;
}

/** What is not in the list is named with its title, as far as that is known. */
export function nameOutside({ items, titles = {} }: State, ref: string): string {
  const title = Object.hasOwn(titles, ref) ? titles[ref] : undefined;
  const isListed = items.some((item) => item.ref.toLowerCase() === ref.toLowerCase());
  return title === undefined || isListed ? ref : `${ref} "${title}"`;
}

/** What a list is called: what waits for an answer from the team waits on us only if we are the team. */
export function listName({ words }: Pick<State, 'words'>, title: string): string {
  return words.isExternal
    ? title.replace(/^((?:my|watched) tickets )?waiting on us\b/, '$1waiting on the team')
    : title;
}

/** What a row is about as the server last sent it; for a notification, the task or ticket, if it has been read. */
export function readRow({ details }: State, { uuid, kind, row }: Item): Row | undefined {
  if (kind !== 'notification') return row;
  return entityIn(details.get(uuid) ?? {});
}

/** The same as it is shown, with everything decided. */
export function subjectRow(state: State, item: Item): Row | undefined {
  if (item.kind !== 'notification') return shownItems(state).find(({ uuid }) => uuid === item.uuid)?.row ?? item.row;
  const row = readRow(state, item);
  return row && withDecided(state, item, row, true);
}

/** A row with what is decided about it, or the subject of a notification with what is decided about that. */
function withDecided({ pending }: State, { uuid, kind }: Item, row: Row, isSubject = false): Row {
  const isOwn = ({ uuid: id, about }: DecisionTarget): boolean =>
    id === uuid && (kind !== 'notification' || (about !== undefined) === isSubject);
  return pending.filter(({ targets }) => targets.some(isOwn)).reduce(applied, row);
}

/** What the user has seen in fields of rows, by row; nothing for one of which only the title is known. */
export function valuesSeen(state: State, items: readonly Item[], fields: readonly string[]): SeenValues {
  // Thousands may be selected.
  const rows = new Map(items.length > 1 ? shownItems(state).map(({ uuid, row }) => [uuid, row]) : []);
  return new Map(
    items.flatMap((item): readonly (readonly [string, Row])[] => {
      const shown = item.kind === 'notification' ? undefined : rows.get(item.uuid);
      const before = state.unseen.get(item.uuid);
      const row = before ? withDecided(state, item, before, true) : (shown ?? subjectRow(state, item) ?? {});
      const known = fields.filter((field) => Object.hasOwn(row, field));
      return known.length === 0
        ? []
        : [[item.uuid, Object.fromEntries(known.map((field) => [field, row[field] ?? null]))]];
    }),
  );
}

/** Changes a task, ticket or notification wherever it is: in its row, and in the details of notifications about it. */
export function changeSubject(state: State, uuid: string, change: (row: Row) => Row): State {
  const changed = (items: readonly Item[]): readonly Item[] =>
    items.map((item) => (item.uuid === uuid ? { ...item, row: change(item.row) } : item));
  const details = new Map(
    [...state.details].map(([id, detail]) => (id === uuid ? [id, detail] : [id, withEntity(detail, uuid, change)])),
  );
  return { ...state, items: changed(state.items), fresh: changed(state.fresh), details };
}

function withEntity(detail: Row, uuid: string, change: (row: Row) => Row): Row {
  const [key, entity] = Object.entries(detail).find(([, value]) => isEntity(value, uuid)) ?? [];
  return key !== undefined && isRow(entity) ? { ...detail, [key]: change(entity) } : detail;
}

/** The rows about a task or ticket: its own, and those of notifications. */
export function rowsAbout({ items, details }: State, uuid: string): readonly string[] {
  const isAbout = (id: string): boolean => Object.values(details.get(id) ?? {}).some((value) => isEntity(value, uuid));
  return items.filter((item) => item.uuid === uuid || isAbout(item.uuid)).map((item) => item.uuid);
}

function isEntity(value: unknown, uuid: string): value is Row {
  return isRow(value) && dataText(value.uuid ?? value.id) === uuid;
}
