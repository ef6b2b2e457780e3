import { TrackerError } from '../errors.js';

/** A change of some items of a list that the server only replaces as a whole. */
export interface ListChange<Item> {
  /**
   * The stored list with the change made, item by item; what the change does not touch stays as it is. Throws `conflict`
   * when somebody else has changed a touched item since it was first seen.
   */
  apply(stored: readonly Item[]): readonly Item[];
  /** Whether a stored list shows the change. */
  isIn(stored: readonly Item[]): boolean;
}

export interface ListStore<Item> {
  read(): Promise<readonly Item[]>;
  /** Replaces the whole list. False where nothing was sent (`--dry-run`). */
  write(items: readonly Item[]): Promise<boolean>;
}

/** How often a list is written before others are taken to change it all the time. */
const maxWrites = 3;

/**
 * Changes items of a list that only exists as a whole: reads it right before the write, writes the merged list, reads it
 * again, and merges once more what others have overwritten meanwhile, at most three times. What somebody writes between a
 * read and the write behind it is lost to both; the server offers nothing that would prevent it. Gives the stored list.
 * Throws `conflict` (exit 6).
 */
export async function mergeIntoList<Item>(store: ListStore<Item>, change: ListChange<Item>): Promise<readonly Item[]> {
  let stored = await store.read();
  for (let writes = 0; !change.isIn(stored); writes++) {
    if (writes === maxWrites) {
      throw new TrackerError(
        'conflict',
        'others change the same list all the time; yours was written and overwritten',
        {
          hint: 'look at it and run the command again',
        },
      );
    }
    const merged = change.apply(stored);
    if (!(await store.write(merged))) return merged;
    stored = await store.read();
  }
  return stored;
}

/** Adds names to a list of names and removes others; order and what others have added stay. */
export function changeNames(add: readonly string[], remove: readonly string[]): ListChange<string> {
  const gone = new Set(remove);
  return {
    apply: (stored) => [...new Set([...stored.filter((name) => !gone.has(name)), ...add])],
    isIn: (stored) => add.every((name) => stored.includes(name)) && remove.every((name) => !stored.includes(name)),
  };
}
