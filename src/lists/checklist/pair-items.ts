import { groupedBy } from '../../contract/row.js';
import type { ChecklistItem } from '../../contract/shapes/task.js';
import { inForm } from '../../contract/text/plain-letters.js';

export type ItemPairs = ReturnType<typeof pairItems>;

/**
 * Finds the items of a list, as it was read or written, in a later reading. They are matched by id if the server keeps ids
 * (docs/api.md, Task detail), and otherwise by text: equal texts by their order, or by their ticks if those differ. The ids of
 * `added` items are our own, and a server may replace them.
 */
export function pairItems(
  before: readonly ChecklistItem[],
  now: readonly ChecklistItem[],
  added: readonly ChecklistItem[],
) {
  /** From an item to its later version, without items that no longer exist. */
  const found = new Map<ChecklistItem, ChecklistItem>();
  const others = new Set(now);
  const take = (item: ChecklistItem, other: ChecklistItem | undefined): void => {
    if (!other) return;
    found.set(item, other);
    others.delete(other);
  };
  const left = (): readonly ChecklistItem[] => before.filter((item) => !found.has(item));
  const takeBy = (key: (item: ChecklistItem) => string | undefined): void => {
    const waiting = groupedBy(others, key);
    for (const item of left()) take(item, waiting.get(key(item) ?? '')?.shift());
  };
  /** Whether ids still identify the same items. */
  const idsLast = doIdsLast(before, now, added);
  if (idsLast) takeBy(({ id }) => id || undefined);
  // The list may have been reordered, and one of several equal items may be missing or new; its tick may show which.
  const isWritten = isAsWritten(before, now);
  const byOrder = pairByOrder(left(), others);
  takeBy(tickKey);
  takeBy(textKey);
  const isDisputed = (pairs: readonly Pair[]): boolean =>
    pairs.some(([item, other]) => isDone(found.get(item)) !== isDone(other));
  /** Items with equal texts that neither order nor ticks can distinguish, because someone else has written. */
  const unsure = new Set<ChecklistItem>();
  for (const pairs of byOrder) {
    if (!isDisputed(pairs)) for (const [item, other] of pairs) found.set(item, other);
    if (!isWritten && (isDisputed(pairs) || isMixedAnew(pairs))) for (const [item] of pairs) unsure.add(item);
  }
  for (const item of left())
    if (added.includes(item))
      take(
        item,
        [...others].find(({ text }) => isTextOf(text ?? '', item.text ?? '')),
      );
  return { found, others: [...others], idsLast, unsure };
}

/** Whether two items have the same text, apart from spaces and Unicode form. */
export function hasSameText(item: ChecklistItem, other: ChecklistItem): boolean {
  return textKey(item) === textKey(other);
}

/** Whether two readings have the same texts with the same ticks, in the same order. */
export function isLike(before: readonly ChecklistItem[], now: readonly ChecklistItem[]): boolean {
  return before.length === now.length && before.every((item, at) => tickKey(item) === tickKey(now[at] ?? {}));
}

/** What was done to the items of a list between two readings of it, by their texts. */
export function itemChanges(before: readonly ChecklistItem[], now: readonly ChecklistItem[]) {
  const { found, others } = pairItems(before, now, []);
  const texts = (items: readonly ChecklistItem[]): readonly string[] => items.map(({ text }) => text ?? '');
  const turned = (done: boolean): readonly string[] =>
    texts([...found].filter(([was, is]) => isDone(was) !== done && isDone(is) === done).map(([, is]) => is));
  return {
    added: texts(others),
    checked: turned(true),
    unchecked: turned(false),
    removed: texts(before.filter((item) => !found.has(item))),
  };
}

type Pair = readonly [item: ChecklistItem, other: ChecklistItem];

/** Pairs of equal texts in order: a list for each text that occurs as often as before. */
function pairByOrder(before: Iterable<ChecklistItem>, now: Iterable<ChecklistItem>): readonly (readonly Pair[])[] {
  const present = groupedBy(now, textKey);
  return [...groupedBy(before, textKey)].map(([text, items]) => {
    const others = present.get(text) ?? [];
    if (others.length !== items.length) return [];
    return items.flatMap((item, at): readonly Pair[] => {
      const other = others[at];
      return other ? [[item, other]] : [];
    });
  });
}

/** Whether some but not all of several equal texts are ticked, and not as many as before, so a tick may belong to any of them. */
function isMixedAnew(pairs: readonly Pair[]): boolean {
  const [had, has] = [0, 1].map((side) => pairs.filter((pair) => isDone(pair[side])).length);
  return has !== had && has !== 0 && has !== pairs.length;
}

export function isDone(item: ChecklistItem | undefined): boolean {
  return item?.done === true;
}

/** Whether two readings have the same texts with the same ticks, in any order. */
function isAsWritten(before: readonly ChecklistItem[], now: readonly ChecklistItem[]): boolean {
  const [written, read] = [before, now].map((items) => items.map(tickKey).sort().join('\n'));
  return written === read;
}

/** Whether a stored text is the given one: servers trim texts, collapse their spaces, and cut long ones. */
export function isTextOf(stored: string, given: string): boolean {
  const [kept, wanted] = [plain(stored), plain(given)];
  return kept === wanted || (stored.length >= 100 && wanted.startsWith(kept));
}

/** Whether the server keeps ids: false if as many items have swapped or lost theirs as have kept them. */
function doIdsLast(before: readonly ChecklistItem[], now: readonly ChecklistItem[], added: readonly ChecklistItem[]) {
  const whole = new Set(now.map((item) => `${item.id} ${textKey(item)}`));
  const texts = new Set(now.map(textKey));
  const known = before.filter((item) => item.id && !added.includes(item));
  const changed = known.filter((item) => !whole.has(`${item.id} ${textKey(item)}`));
  const moved = changed.filter((item) => texts.has(textKey(item)));
  return known.length - changed.length > moved.length;
}

/** Never empty, so that items without a text have a key too. */
function textKey({ text }: ChecklistItem): string {
  return `=${plain(text ?? '')}`;
}

function tickKey(item: ChecklistItem): string {
  return `${isDone(item)} ${textKey(item)}`;
}

function plain(text: string): string {
  return inForm(text).trim().replace(/\s+/g, ' ');
}
