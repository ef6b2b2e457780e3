import { isDeepStrictEqual } from 'node:util';
import { authorOf, entityIn, isNewsFor, messagesOf, timeOf } from '../../../contract/messages.js';
import { isRow, type Row, rowsOf } from '../../../contract/row.js';
import { isWordField, shownWord } from '../../../contract/server-word.js';
import { dataText } from '../../../output/data/json.js';
import { isDetailShown } from '../layout.js';
import { changeSubject, current, readRow, rowsAbout } from '../rows/rows.js';
import { type Item, isTooSmall, type State } from '../state.js';
import type { Step } from '../step.js';
import { idOf, replacedFields } from './decision.js';

/**
 * Notes which rows have other values than before, of all rows or of these few: a decision that would replace one of them asks,
 * until they have been seen.
 */
export function withUnseen(before: State, after: State, few?: readonly string[]): State {
  const rowsIn = ({ items }: State): readonly Item[] =>
    few ? few.flatMap((uuid) => items.find((item) => item.uuid === uuid) ?? []) : items;
  const were = new Map(rowsIn(before).map((item) => [item.uuid, item]));
  const unseen = new Map(before.unseen);
  for (const item of rowsIn(after)) {
    const { uuid } = item;
    const was = were.get(uuid);
    const seen = unseen.get(uuid) ?? (was && readRow(before, was));
    const now = readRow(after, item);
    if (seen && now && isOtherValue(seen, now)) unseen.set(uuid, seen);
    else unseen.delete(uuid);
  }
  return { ...after, unseen };
}

function isOtherValue(seen: Row, now: Row): boolean {
  return replacedFields.some((field) => isChanged(field, seen, now));
}

/** Changes a task, ticket or notification as the user wants it, so that there is nothing to be seen first. */
export function changeAsWanted(state: State, uuid: string, change: (row: Row) => Row): State {
  const unseen = new Map(state.unseen);
  for (const id of rowsAbout(state, uuid)) {
    const row = unseen.get(id);
    if (row) unseen.set(id, change(row));
  }
  return { ...changeSubject(state, uuid, change), unseen };
}

/** What the row at the cursor is about has been on the screen for a while, and nothing else to attend to. */
export interface SeenEvent {
  readonly is: 'seen';
  readonly uuid: string;
  readonly row: Row;
}

/** What is on the screen now and has not been seen yet. */
export function unseenHere(state: State): SeenEvent | undefined {
  const isShown = state.mode.is === 'list' && !isTooSmall(state.size) && isDetailShown(state);
  const item = isShown ? current(state) : undefined;
  const row = item && state.unseen.has(item.uuid) ? readRow(state, item) : undefined;
  return item && row && { is: 'seen', uuid: item.uuid, row };
}

/** Takes what has been seen, which may have changed meanwhile. */
export function takeSeen(state: State, { uuid, row }: SeenEvent): Step {
  const here = unseenHere(state);
  if (here?.uuid !== uuid) return [state];
  const unseen = new Map(state.unseen);
  if (isOtherValue(row, here.row)) unseen.set(uuid, row);
  else unseen.delete(uuid);
  return [{ ...state, unseen }];
}

/** Takes values as seen that a question about the row has named. */
export function withNamed(state: State, uuid: string, values: Row): State {
  const seen = state.unseen.get(uuid);
  return seen ? { ...state, unseen: new Map(state.unseen).set(uuid, { ...seen, ...values }) } : state;
}

/** The fields whose changes are news. */
const watched = ['status', 'priority', 'category', 'assignees', 'tags', 'subject', 'title', 'due', 'checklist'];

export const messageWords = 'a new message';

/** What differs between two readings of a row, in words: `priority: medium → high`. Undefined if nothing of interest. */
export function differences(before: Row, now: Row, people: Row): string | undefined {
  const changes = watched.flatMap((field) => {
    if (!isChanged(field, before, now)) return [];
    const text = `${field}: ${words(before[field], people)} → ${words(now[field], people)}`;
    return [isWordField(field) ? shownWord(text) : text];
  });
  const isWritten = numberOf(now.messageCount) > numberOf(before.messageCount) && Object.hasOwn(before, 'messageCount');
  const said = [...changes, ...(isWritten ? [messageWords] : [])].join(', ');
  return said === '' ? undefined : said;
}

/** Whether a field is different in another reading that has it too. */
export function isChanged(field: string, before: Row, now: Row): boolean {
  const [was, is] = [before[field], now[field]];
  // Of thousands of rows, hardly any has changed.
  if (was === is || isDeepStrictEqual(was, is)) return false;
  return Object.hasOwn(before, field) && Object.hasOwn(now, field) && !isDeepStrictEqual(plain(was), plain(is));
}

/** Servers may send people as ids in one response and as objects in another, and lists in any order. */
function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value
    .map((each) =>
      JSON.stringify(isRow(each) && typeof each.text === 'string' ? [each.text, each.done === true] : idOf(each)),
    )
    .sort();
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function words(value: unknown, people: Row): string {
  if (Array.isArray(value)) {
    const ticked = rowsOf(value).filter(({ done }) => done === true).length;
    if (value.some((each) => isRow(each) && typeof each.text === 'string')) return `${ticked}/${value.length}`;
    const names = value.map(idOf).map((id) => {
      const person = typeof id === 'string' ? people[id] : undefined;
      return isRow(person) && typeof person.name === 'string' ? person.name : dataText(id);
    });
    return names.length === 0 ? 'none' : names.join(', ');
  }
  return typeof value === 'string' && value !== '' ? value : 'none';
}

/** The messages, notes, comments and statuses by others that were not in an earlier detail, the newest first. */
export function newestSince(before: Row | undefined, now: Row | undefined, me: string | undefined): readonly Row[] {
  if (!before || !now || before === now) return [];
  const said = (detail: Row): readonly Row[] => [
    ...messagesOf(detail, 'ticket'),
    ...rowsOf(entityIn(detail)?.comments),
  ];
  const nameOf = (entry: Row): string => `${entry.id ?? ''} ${timeOf(entry)}`;
  const known = new Set(said(before).map(nameOf));
  return said(now)
    .filter((entry) => !known.has(nameOf(entry)) && isNewsFor(entry, me))
    .toSorted((one, other) => momentOf(other) - momentOf(one));
}

/**
 * Who has changed something since the row was read, and what: the newest entry by somebody else that is younger than the row.
 * The view puts it into words. Undefined if there is none.
 */
export function foreignEntry(since: string, detail: Row, me: string | undefined): Row | undefined {
  return entriesSince(since, detail)
    .filter((entry) => authorOf(entry) !== me)
    .sort((one, other) => momentOf(other) - momentOf(one))[0];
}

/**
 * Whether the newest entry since then is by the user; where there is none and a message is what is new, the newest of all, since not
 * every row has a time.
 */
export function isLastByUser(since: string, detail: Row, me: string | undefined, isMessage: boolean): boolean {
  const last = lastOf(entriesSince(since, detail, 0)) ?? (isMessage ? lastOf(entriesOf(detail)) : undefined);
  const author = last ? authorOf(last) : isMessage ? entityIn(detail)?.createdBy : undefined;
  return me !== undefined && author === me;
}

/** Whether the newest entry since then is by somebody who is known to be another. */
export function isLastByOther(since: string, detail: Row, me: string | undefined): boolean {
  const last = lastOf(entriesSince(since, detail, 0));
  const author = last ? authorOf(last) : '';
  return me !== undefined && author !== '' && author !== me;
}

/** Of several at the same time, the last one is the newest. */
function lastOf(entries: readonly Row[]): Row | undefined {
  return entries.toSorted((one, other) => momentOf(one) - momentOf(other)).at(-1);
}

/** How much younger than its row the entry of a change may be (milliseconds). */
const lateMs = 1_000;

function entriesSince(since: string, detail: Row, after = lateMs): readonly Row[] {
  return entriesOf(detail).filter((entry) => since !== '' && momentOf(entry) > Date.parse(since) + after);
}

function entriesOf(detail: Row): readonly Row[] {
  return [detail, entityIn(detail) ?? {}].flatMap((row) =>
    ['messages', 'timeline', 'comments', 'activity'].flatMap((name) => rowsOf(row[name])),
  );
}

function momentOf(entry: Row): number {
  return Date.parse(timeOf(entry)) || 0;
}
