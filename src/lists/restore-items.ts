import { isDeepStrictEqual } from 'node:util';
import { type Row, sortedBy } from '../contract/row.js';
import type { ChecklistItem } from '../contract/shapes/task.js';
import type { ItemChange, ItemsEdit } from './checklist/change.js';
import { hasSameText, isDone, pairItems } from './checklist/pair-items.js';
import type { EntityChange, ListEdit, Lists } from './entity-lists.js';
import { isTagOf } from './tags.js';
import { type Change, type Changes, isListName, isSameValue, itemsOnlyIn } from './values.js';

/** What puts back the values of a task or ticket, checklists aside. */
interface RestoringPlan extends Pick<EntityChange, 'fields' | 'lists'> {
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

/**
 * What turns what we wrote (`to`) back into what was there before (`from`). What other people added or changed stays; `conflicts`
 * are the texts of items that they have changed or removed since.
 */
export function restoreChecklist(
  now: readonly ChecklistItem[],
  { from, to }: { readonly from: readonly ChecklistItem[]; readonly to: readonly ChecklistItem[] },
): ItemsEdit & { readonly conflicts: readonly string[] } {
  const ours = pairItems(from, to, []);
  const stored = pairItems(to, now, []);
  const touched = new Map<ChecklistItem, ItemChange>();
  const added: ChecklistItem[] = [];
  const conflicts: string[] = [];
  for (const item of from) {
    const written = ours.found.get(item);
    if (!written) {
      if (!stored.others.some((each) => hasSameText(each, item))) added.push(item);
    } else if (isDone(written) !== isDone(item)) {
      const present = stored.found.get(written);
      if (!present || stored.unsure.has(written) || !hasSameText(present, written)) conflicts.push(item.text ?? '');
      else if (isDone(present) === isDone(written)) touched.set(present, isDone(item) ? 'checked' : 'unchecked');
    }
  }
  for (const item of ours.others) {
    const present = stored.found.get(item);
    if (present && (!(hasSameText(present, item) || isCut(present, item)) || isDone(present) !== isDone(item)))
      conflicts.push(item.text ?? '');
    else if (present) touched.set(present, 'removed');
  }
  return { touched, added, conflicts, arrange: (items) => inOrderOf(from, items) };
}

/** The items in the order of an earlier list; new ones stay after the item they follow. */
function inOrderOf(earlier: readonly ChecklistItem[], items: readonly ChecklistItem[]): readonly ChecklistItem[] {
  const { found } = pairItems(earlier, items, []);
  const ranks = new Map([...found].map(([item, present]) => [present, earlier.indexOf(item)] as const));
  let rank = -1;
  return sortedBy(items, (item) => {
    rank = ranks.get(item) ?? rank;
    return rank;
  });
}

/** Texts of at least this many characters may have been cut by a server (docs/api.md, Task creation body). */
const cutLength = 500;

function isCut({ text: stored = '' }: ChecklistItem, { text: given = '' }: ChecklistItem): boolean {
  return [...(stored ?? '')].length >= cutLength && (given ?? '').startsWith(stored ?? '');
}
