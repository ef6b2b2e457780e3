import type { ChecklistItem } from '../contract/task.js';

/** The items of one list found in a later reading of it. */
export interface Paired {
  /** From an item to what it is now; without those that are not there any more. */
  readonly found: ReadonlyMap<ChecklistItem, ChecklistItem>;
  /** What was not there before. */
  readonly others: readonly ChecklistItem[];
  /** Whether an id still means the item it meant before. */
  readonly idsLast: boolean;
}

/** What tells items from each other; undefined for those it tells nothing about. */
type Key = (item: ChecklistItem) => string | undefined;

/**
 * Finds the items of a list, as it was read or written, in a later reading. The same texts in the same order are the same
 * items. Else ids tell, where a server lets them last (docs/api.md, Task detail), and texts tell the rest: equal ones by
 * their order. `added` are those whose ids are ours, which a server may replace.
 */
export function pairItems(
  before: readonly ChecklistItem[],
  now: readonly ChecklistItem[],
  added: readonly ChecklistItem[],
): Paired {
  const found = new Map<ChecklistItem, ChecklistItem>();
  const others = new Set(now);
  const take = (item: ChecklistItem, other: ChecklistItem | undefined): void => {
    if (!other) return;
    found.set(item, other);
    others.delete(other);
  };
  const left = (): readonly ChecklistItem[] => before.filter((item) => !found.has(item));
  const takeBy = (key: Key): void => {
    const waiting = groupBy(others, key);
    for (const item of left()) take(item, waiting.get(key(item) ?? '')?.shift());
  };
  const idsLast = doIdsLast(before, now, added);
  if (hasSameTexts(before, now)) for (const [at, item] of before.entries()) take(item, now[at]);
  if (idsLast) takeBy(({ id }) => id || undefined);
  // Where one of several equal items is missing or new, its tick may tell which.
  const [old, present] = [groupBy(left(), textKey), groupBy(others, textKey)];
  const isUneven = (text: string): boolean => old.get(text)?.length !== present.get(text)?.length;
  takeBy((item) => (isUneven(textKey(item)) ? `${item.done === true} ${textKey(item)}` : undefined));
  takeBy(textKey);
  for (const item of left())
    if (added.includes(item))
      take(
        item,
        [...others].find(({ text }) => isTextOf(text ?? '', item.text ?? '')),
      );
  return { found, others: [...others], idsLast };
}

/** Whether two items say the same, whatever their spaces and their Unicode form. */
export function hasSameText(item: ChecklistItem, other: ChecklistItem): boolean {
  return textKey(item) === textKey(other);
}

/** Whether two readings hold the same texts in the same order. */
export function hasSameTexts(before: readonly ChecklistItem[], now: readonly ChecklistItem[]): boolean {
  return before.length === now.length && before.every((item, at) => textKey(item) === textKey(now[at] ?? {}));
}

/** Servers trim texts, collapse their spaces, and cut long ones. */
export function isTextOf(stored: string, given: string): boolean {
  const [kept, wanted] = [plain(stored), plain(given)];
  return kept === wanted || (stored.length >= 100 && wanted.startsWith(kept));
}

/** Ids that items have lost to each other, or for new ones, tell nothing. */
function doIdsLast(
  before: readonly ChecklistItem[],
  now: readonly ChecklistItem[],
  added: readonly ChecklistItem[],
): boolean {
  const whole = new Set(now.map((item) => `${item.id} ${textKey(item)}`));
  const texts = new Set(now.map(textKey));
  const known = before.filter((item) => item.id && !added.includes(item));
  const changed = known.filter((item) => !whole.has(`${item.id} ${textKey(item)}`));
  const moved = changed.filter((item) => texts.has(textKey(item)));
  return moved.length === 0 || known.length - changed.length > moved.length;
}

function groupBy(items: Iterable<ChecklistItem>, key: Key): Map<string, ChecklistItem[]> {
  const groups = new Map<string, ChecklistItem[]>();
  for (const item of items) {
    const name = key(item);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** Never empty, so that items without a text have a key as well. */
function textKey({ text }: ChecklistItem): string {
  return `=${plain(text ?? '')}`;
}

function plain(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}
