import { TrackerError, usageError } from '../../contract/errors.js';
import { toNameKey } from '../../contract/plain-letters.js';
import type { ChecklistItem } from '../../contract/task.js';

/**
 * What to change in a checklist. An item is named by its number in the stored list, its id (`id:1` if that is a number too), or a
 * unique part of its text.
 */
export interface ChecklistEdit {
  readonly add: readonly string[];
  readonly check: readonly string[];
  readonly uncheck: readonly string[];
  readonly remove: readonly string[];
}

/** What an edit does to an item. */
export type Wanted = 'checked' | 'unchecked' | 'removed';

/**
 * The items an edit names, and what it does to each. Throws a usage error for contradictory edits of an item, `not_found` for one
 * that does not exist, and `ambiguous` for a text that matches several.
 */
export function findNamedItems(
  items: readonly ChecklistItem[],
  edit: ChecklistEdit,
): ReadonlyMap<ChecklistItem, Wanted> {
  const touched = new Map<ChecklistItem, Wanted>();
  const touch = (names: readonly string[], wanted: Wanted): void => {
    for (const name of names) {
      const item = findItem(items, name);
      const before = touched.get(item) ?? wanted;
      if (before !== wanted) throw usageError(`${JSON.stringify(name)} cannot be both ${before} and ${wanted}`);
      touched.set(item, wanted);
    }
  };
  touch(edit.check, 'checked');
  touch(edit.uncheck, 'unchecked');
  touch(edit.remove, 'removed');
  return touched;
}

function findItem(items: readonly ChecklistItem[], name: string): ChecklistItem {
  const isNumber = /^\d{1,4}$/.test(name);
  const byNumber = isNumber ? items[Number(name) - 1] : undefined;
  const byId = items.find(({ id }) => id === name || `id:${id}` === name);
  const wanted = toNameKey(name.trim());
  const exact = items.filter(({ text }) => toNameKey(text ?? '') === wanted);
  const partial = isNumber ? [] : items.filter(({ text }) => toNameKey(text ?? '').includes(wanted));
  const matches = exact.length > 0 ? exact : partial;
  const found = byNumber ?? byId ?? matches[0];
  if (!found || wanted === '') {
    const size = items.length === 1 ? '1 item' : `${items.length} items`;
    throw new TrackerError(
      'not_found',
      `the checklist has no item ${JSON.stringify(name.slice(0, 80))}; it has ${size}`,
    );
  }
  if (!byNumber && !byId && matches.length > 1) {
    const names = matches.slice(0, 8).map((item) => `${items.indexOf(item) + 1} ${item.text ?? ''}`);
    throw new TrackerError('ambiguous', `${JSON.stringify(name)} matches several items: ${names.join(', ')}`);
  }
  return found;
}
