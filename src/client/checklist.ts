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

interface Touched {
  readonly item: ChecklistItem;
  readonly wanted: Wanted;
}

/**
 * The change that fulfils the wishes, for the list as it is stored now. Throws a usage error for an item that is named
 * twice with different wishes, `not_found` for one that does not exist, and `ambiguous` for a text that fits several.
 */
export function changeChecklist(stored: readonly ChecklistItem[], wishes: ChecklistWishes): ListChange<ChecklistItem> {
  const touched = new Map<string, Touched>();
  const touch = (names: readonly string[], wanted: Wanted): void => {
    for (const name of names) {
      const item = findItem(stored, name);
      const key = keyOf(item);
      const before = touched.get(key);
      if (before && before.wanted !== wanted)
        throw usageError(`${JSON.stringify(name)} cannot be ${wanted} and ${before.wanted}`);
      touched.set(key, { item, wanted });
    }
  };
  touch(wishes.check, 'checked');
  touch(wishes.uncheck, 'unchecked');
  touch(wishes.remove, 'removed');
  // An added item gets its id here, so that a second write adds it once.
  const added = wishes.add.map((text): ChecklistItem => ({ id: newItemId(), text, done: false }));
  return {
    apply(now) {
      for (const { item } of touched.values()) refuseForeignChange(item, now);
      const kept = now.flatMap((item) => {
        const wish = touched.get(keyOf(item));
        if (!wish) return [item];
        return wish.wanted === 'removed' ? [] : [{ ...item, done: wish.wanted === 'checked' }];
      });
      return [...kept, ...added.filter((item) => !hasText(now, item))];
    },
    isIn: (now) =>
      added.every((item) => hasText(now, item)) && [...touched.values()].every((each) => isFulfilled(each, now)),
  };
}

/** Servers may give an added item an id of their own: then its text tells. */
function hasText(items: readonly ChecklistItem[], wanted: ChecklistItem): boolean {
  return items.some(
    (item) => item.id === wanted.id || (item.text === wanted.text && item.id !== undefined && !item.done),
  );
}

function isFulfilled({ item, wanted }: Touched, now: readonly ChecklistItem[]): boolean {
  const found = now.find((each) => keyOf(each) === keyOf(item));
  if (wanted === 'removed') return found === undefined;
  return found !== undefined && (found.done === true) === (wanted === 'checked');
}

/** The item must still say what it said when it was chosen. */
function refuseForeignChange(item: ChecklistItem, now: readonly ChecklistItem[]): void {
  const found = now.find((each) => keyOf(each) === keyOf(item));
  if (found && found.text === item.text) return;
  const what = found ? 'was rewritten' : 'was removed';
  throw new TrackerError(
    'conflict',
    `the item ${JSON.stringify(item.text ?? '')} ${what} by somebody else; it was not changed`,
    {
      hint: 'look at the checklist and run the command again',
    },
  );
}

function keyOf(item: ChecklistItem): string {
  return item.id ?? `text:${item.text ?? ''}`;
}

function findItem(items: readonly ChecklistItem[], name: string): ChecklistItem {
  const byNumber = /^\d{1,4}$/.test(name) ? items[Number(name) - 1] : undefined;
  const byId = items.find(({ id }) => id === name);
  const wanted = name.toLowerCase();
  const exact = items.filter(({ text }) => text?.toLowerCase() === wanted);
  const matches = exact.length > 0 ? exact : items.filter(({ text }) => text?.toLowerCase().includes(wanted));
  const found = byNumber ?? byId ?? matches[0];
  if (!found || wanted === '') {
    throw new TrackerError(
      'not_found',
      `the checklist has no item ${JSON.stringify(name.slice(0, 80))}; it has ${items.length}`,
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
