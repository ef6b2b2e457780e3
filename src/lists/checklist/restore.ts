import type { ChecklistItem } from '../../contract/task.js';
import type { ItemsEdit } from './change.js';
import type { Wanted } from './named-items.js';
import { hasSameText, pairItems } from './pair-items.js';

/** How a checklist is put back. */
interface ChecklistRestoring extends ItemsEdit {
  /** The texts of items that someone else has changed or removed since. */
  readonly conflicts: readonly string[];
}

/**
 * What turns the stored list back from what we wrote (`to`) into what was there before (`from`), item by item. Items of other
 * people stay, and so do ours that they have changed.
 */
export function restoreChecklist(
  now: readonly ChecklistItem[],
  { from, to }: { readonly from: readonly ChecklistItem[]; readonly to: readonly ChecklistItem[] },
): ChecklistRestoring {
  const ours = pairItems(from, to, []);
  const stored = pairItems(to, now, []);
  const touched = new Map<ChecklistItem, Wanted>();
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
  const ranked = items.map((item) => {
    rank = ranks.get(item) ?? rank;
    return { item, rank };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/** Texts of at least this many characters may have been cut by a server (docs/api.md, Task creation body). */
const cutLength = 500;

function isCut({ text: stored = '' }: ChecklistItem, { text: given = '' }: ChecklistItem): boolean {
  return [...(stored ?? '')].length >= cutLength && (given ?? '').startsWith(stored ?? '');
}

function isDone({ done }: ChecklistItem): boolean {
  return done === true;
}
