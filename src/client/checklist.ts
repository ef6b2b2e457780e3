import type { ChecklistItem } from '../contract/task.js';
import { TrackerError, usageError } from '../errors.js';
import type { ListChange } from './merge-list.js';

/** What is to be done to a checklist. An item is named by its number as now stored, its id, or a unique part of its text. */
export interface ChecklistWishes {
  readonly add: readonly string[];
  readonly check: readonly string[];
  readonly uncheck: readonly string[];
  readonly remove: readonly string[];
}

type Wanted = 'checked' | 'unchecked' | 'removed';

/**
 * The change that fulfils the wishes, for the list as it is stored now. Throws a usage error for an item that is named
 * twice with different wishes, `not_found` for one that does not exist, and `ambiguous` for a text that fits several. To
 * apply it throws `conflict` when an item it touches was rewritten or removed since.
 */
export function changeChecklist(first: readonly ChecklistItem[], wishes: ChecklistWishes): ListChange<ChecklistItem> {
  const touched = readWishes(first, wishes);
  // An added item gets its id here, so that a second write adds it once.
  const added = wishes.add.map((text): ChecklistItem => ({ id: newItemId(), text: text.trim(), done: false }));
  return {
    apply(now) {
      const { found, others } = pairItems(first, now, added);
      const wanted = new Map<ChecklistItem, Wanted>();
      for (const [item, wish] of touched) {
        const stored = found.get(item);
        if (!stored && wish === 'removed') continue;
        if (!stored) throw changedByOthers(item, 'removed');
        if (stored.text !== item.text) throw changedByOthers(item, 'rewritten');
        wanted.set(stored, wish);
      }
      const kept = now.filter((item) => wanted.get(item) !== 'removed');
      const changed = kept.map((item) => (wanted.has(item) ? { ...item, done: wanted.get(item) === 'checked' } : item));
      return [...changed, ...missingIn(others, added)];
    },
    isIn(now) {
      const { found, others } = pairItems(first, now, added);
      const isFulfilled = ([item, wish]: readonly [ChecklistItem, Wanted]): boolean => isInState(found.get(item), wish);
      return missingIn(others, added).length === 0 && [...touched].every(isFulfilled);
    },
  };
}

function readWishes(items: readonly ChecklistItem[], wishes: ChecklistWishes): ReadonlyMap<ChecklistItem, Wanted> {
  const touched = new Map<ChecklistItem, Wanted>();
  const touch = (names: readonly string[], wanted: Wanted): void => {
    for (const name of names) {
      const item = findItem(items, name);
      const before = touched.get(item) ?? wanted;
      if (before !== wanted) throw usageError(`${JSON.stringify(name)} cannot be both ${before} and ${wanted}`);
      touched.set(item, wanted);
    }
  };
  touch(wishes.check, 'checked');
  touch(wishes.uncheck, 'unchecked');
  touch(wishes.remove, 'removed');
  return touched;
}

function isInState(item: ChecklistItem | undefined, wanted: Wanted): boolean {
  if (wanted === 'removed') return item === undefined;
  return item !== undefined && (item.done === true) === (wanted === 'checked');
}

interface Paired {
  /** From an item as it was first seen to what it is now. */
  readonly found: ReadonlyMap<ChecklistItem, ChecklistItem>;
  /** What was not there at first. */
  readonly others: readonly ChecklistItem[];
}

/**
 * Finds the items of one reading in another: by their ids, and where a server gives none, or new ones with every write, by
 * their texts in order. What was added since is not among the items sought.
 */
function pairItems(
  first: readonly ChecklistItem[],
  now: readonly ChecklistItem[],
  added: readonly ChecklistItem[],
): Paired {
  const found = new Map<ChecklistItem, ChecklistItem>();
  const others = new Set(now);
  const take = (item: ChecklistItem, isSame: (other: ChecklistItem) => boolean): void => {
    const same = found.has(item) ? undefined : [...others].find(isSame);
    if (!same) return;
    found.set(item, same);
    others.delete(same);
  };
  for (const item of first) if (item.id) take(item, ({ id }) => id === item.id);
  const hasLastingIds = found.size > 0;
  const isAdded = ({ id }: ChecklistItem): boolean => added.some((item) => item.id === id);
  for (const item of first) {
    if (!item.id || !hasLastingIds) take(item, (other) => other.text === item.text && !isAdded(other));
  }
  return { found, others: [...others] };
}

/** Those of the added items that are not among these. */
function missingIn(items: readonly ChecklistItem[], added: readonly ChecklistItem[]): readonly ChecklistItem[] {
  const left = [...items];
  const take = (isSame: (item: ChecklistItem) => boolean): boolean => {
    const at = left.findIndex(isSame);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const unknown = added.filter(({ id }) => !take((item) => item.id === id));
  // A server may give an added item an id of its own: then its text tells.
  return unknown.filter(({ text }) => !take((item) => isTextOf(item.text ?? '', text ?? '')));
}

/** Servers trim texts, collapse their spaces, and cut long ones. */
export function isTextOf(stored: string, given: string): boolean {
  const [kept, wanted] = [stored, given].map((text) => text.trim().replace(/\s+/g, ' '));
  return kept === wanted || (stored.length >= 100 && wanted?.startsWith(kept ?? '') === true);
}

function changedByOthers(item: ChecklistItem, how: string): TrackerError {
  return new TrackerError(
    'conflict',
    `the item ${JSON.stringify(item.text ?? '')} was ${how} by somebody else; it was not changed`,
    { hint: 'look at the checklist and run the command again' },
  );
}

function findItem(items: readonly ChecklistItem[], name: string): ChecklistItem {
  const isNumber = /^\d{1,4}$/.test(name);
  const byNumber = isNumber ? items[Number(name) - 1] : undefined;
  const byId = items.find(({ id }) => id === name);
  const wanted = name.trim().toLowerCase();
  const exact = items.filter(({ text }) => text?.toLowerCase() === wanted);
  const partial = isNumber ? [] : items.filter(({ text }) => text?.toLowerCase().includes(wanted));
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
    throw new TrackerError('ambiguous', `${JSON.stringify(name)} fits several items: ${names.join(', ')}`);
  }
  return found;
}

function newItemId(): string {
  return globalThis.crypto.randomUUID();
}
