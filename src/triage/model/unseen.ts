import type { Row } from '../../contract/row.js';
import { replacedFields } from './decision.js';
import { isChanged } from './news.js';
import { current } from './rows.js';
import { type Item, isTooSmall, type State } from './state.js';
import { changeSubject, readRow, rowsAbout } from './subject-rows.js';

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
export interface Seen {
  readonly is: 'seen';
  readonly uuid: string;
  readonly row: Row;
}

/** What is on the screen now and has not been seen yet. */
export function unseenHere(state: State): Seen | undefined {
  const item = state.mode.is === 'list' && !isTooSmall(state.size) ? current(state) : undefined;
  const row = item && state.unseen.has(item.uuid) ? readRow(state, item) : undefined;
  return item && row && { is: 'seen', uuid: item.uuid, row };
}

/** Takes what has been seen, which may have changed meanwhile. */
export function takeSeen(state: State, { uuid, row }: Seen): State {
  const here = unseenHere(state);
  if (here?.uuid !== uuid) return state;
  const unseen = new Map(state.unseen);
  if (isOtherValue(row, here.row)) unseen.set(uuid, row);
  else unseen.delete(uuid);
  return { ...state, unseen };
}

/** Takes values as seen that a question about the row has named. */
export function withNamed(state: State, uuid: string, values: Row): State {
  const seen = state.unseen.get(uuid);
  return seen ? { ...state, unseen: new Map(state.unseen).set(uuid, { ...seen, ...values }) } : state;
}
