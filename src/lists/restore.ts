import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../contract/row.js';
import type { EntityChange } from './change-entity.js';
import type { ListEdit, Lists } from './entity-lists.js';
import { isTagOf } from './tag-spelling.js';
import { type Change, type Changes, isListName, isSameValue, itemsOnlyIn } from './values.js';

/** What puts back the values of a task or ticket, checklists aside. */
export interface RestoringPlan extends Pick<EntityChange, 'fields' | 'lists'> {
  /** What someone else has changed since, from what was written. */
  readonly conflicts: Changes;
}

/** Plans how to get from the stored values back to `from`, as far as they still are what was written (`to`). */
export function planRestoring(write: { readonly from: Row; readonly to: Row }, now: Row): RestoringPlan {
  const fields: Record<string, unknown> = {};
  const lists: Record<string, ListEdit> = {};
  const conflicts: Record<string, Change> = {};
  for (const [field, stored] of Object.entries(now)) {
    const change = { from: write.from[field], to: write.to[field] };
    if (isSameValue(field, stored, change.from)) continue;
    if (isListName(field) && !isDeepStrictEqual(stored, change.to)) Object.assign(lists, editOf(field, change, stored));
    else if (isSameValue(field, stored, change.to)) fields[field] = asSent(field, change.from);
    else conflicts[field] = { from: change.to, to: stored };
  }
  return { fields: fields as Row & Lists, lists, conflicts };
}

/** Items of other people stay. Nothing if all of ours are as they were. A tag is ours as well if the server has cut it. */
function editOf(field: string, { from, to }: Change, stored: unknown): Readonly<Record<string, ListEdit>> {
  const add = itemsOnlyIn(field, itemsOnlyIn(field, from, to), stored);
  const ours = itemsOnlyIn(field, to, from);
  const isOurs = (item: string): boolean =>
    itemsOnlyIn(field, [item], ours).length === 0 || (field === 'tags' && ours.some((each) => isTagOf(item, each)));
  const remove = itemsOnlyIn(field, stored, from).filter(isOurs);
  return add.length + remove.length > 0 ? { [field]: { add, remove } } : {};
}

/** A stored value as PATCH takes it: null for none, and a day without a time. */
function asSent(field: string, value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  const isDay = field === 'due' || field === 'plannedFor';
  return isDay && typeof value === 'string' ? value.slice(0, 'YYYY-MM-DD'.length) : value;
}
