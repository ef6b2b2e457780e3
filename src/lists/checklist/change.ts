import { attempt, TrackerError, usageError } from '../../contract/errors.js';
import type { ChecklistItem } from '../../contract/shapes/task.js';
import { mayBePart, toNameKey } from '../../contract/text/plain-letters.js';
import { shellWord } from '../../contract/text/shell-word.js';
import type { ListChange } from '../merge.js';
import { hasSameText, type ItemPairs, isLike, pairItems } from './pair-items.js';

export interface ChecklistChange extends ListChange<ChecklistItem> {
  /** The texts of the items that it affects; one that is named twice is there once. */
  readonly texts: Readonly<Record<'added' | ItemChange, readonly string[]>>;
}

/**
 * The change that an edit makes to the list as stored now. Items are named as they were `seen`, if they were. Throws what
 * findNamedItems throws, and `conflict` if one of them has been rewritten or removed since.
 */
export function changeChecklist(
  first: readonly ChecklistItem[],
  edit: ChecklistEdit,
  seen?: readonly ChecklistItem[],
): ChecklistChange {
  const added = edit.add.map((text): ChecklistItem => ({ text: text.trim(), done: false }));
  const named = seen && attempt(() => findNamedItems(seen, edit));
  const touched = named ? inLaterList(named, seen, first) : findNamedItems(first, edit);
  return changeItems(first, { touched, added });
}

/** The same edits of the items as they are in a later reading. One that was to be removed may be gone. */
function inLaterList(
  named: ReadonlyMap<ChecklistItem, ItemChange>,
  seen: readonly ChecklistItem[],
  now: readonly ChecklistItem[],
): ReadonlyMap<ChecklistItem, ItemChange> {
  const places = new Map(seen.map((item) => [item, item]));
  const pairs = { last: { items: seen, places }, ...pairItems(seen, now, []) };
  const found = [...named].flatMap(([item, wanted]) => {
    const stored = wanted === 'removed' ? leftOf(pairs, item) : requireItem(pairs, item);
    return stored ? [[stored, wanted] as const] : [];
  });
  return new Map(found);
}

/** What is done to the items of a list. */
export interface ItemsEdit {
  readonly touched: ReadonlyMap<ChecklistItem, ItemChange>;
  readonly added: readonly ChecklistItem[];
  /** Puts the items in order (default: as stored, added ones last). */
  readonly arrange?: (items: readonly ChecklistItem[]) => readonly ChecklistItem[];
}

/**
 * The change that an edit makes to the list as stored now. What is read after a write is compared with what was written, so that
 * another person's item is not taken for one of ours, even if ids do not last. Applying it throws `conflict` if an item it touches
 * has since been rewritten or removed, or may have been added again.
 */
export function changeItems(
  first: readonly ChecklistItem[],
  { touched, added: given, arrange = (items) => items }: ItemsEdit,
): ChecklistChange {
  // An added item gets its id here, so that a second write adds it once.
  const added = given.map((item): ChecklistItem => ({ ...item, id: item.id || globalThis.crypto.randomUUID() }));
  let last: LastList = { items: first, places: new Map([...touched.keys()].map((item) => [item, item])) };
  const look = (now: readonly ChecklistItem[]): SeenItems => ({ last, ...pairItems(last.items, now, added) });
  return {
    texts: { added: added.map(({ text }) => text ?? ''), ...textsOf(touched) },
    apply(now) {
      const seen = look(now);
      const wanted = new Map<ChecklistItem, [ChecklistItem, ItemChange]>();
      for (const [item, fate] of touched) {
        const stored = fate === 'removed' ? leftOf(seen, item) : requireItem(seen, item);
        if (stored) wanted.set(stored, [item, fate]);
      }
      const places = new Map<ChecklistItem, ChecklistItem>();
      const kept = now.flatMap((stored) => {
        const [item, fate] = wanted.get(stored) ?? [];
        if (item === undefined) return [stored];
        if (fate === 'removed') return [];
        const changed = { ...stored, done: fate === 'checked' };
        places.set(item, changed);
        return [changed];
      });
      for (const item of added) places.set(item, presentOf(seen, item) ?? item);
      last = { items: arrange([...kept, ...added.filter((item) => !presentOf(seen, item))]), places };
      return last.items;
    },
    countOpen(now) {
      const seen = look(now);
      const isFulfilled = ([item, fate]: readonly [ChecklistItem, ItemChange]): boolean => {
        if (fate === 'removed') return !presentOf(seen, item) && !backOf(seen, item);
        const stored = presentOf(seen, item);
        return stored !== undefined && !isUnsure(seen, item) && (stored.done === true) === (fate === 'checked');
      };
      return (
        added.filter((item) => !presentOf(seen, item)).length + [...touched].filter((each) => !isFulfilled(each)).length
      );
    },
    hasLost: (now) => lostOf(look(now)).length > 0,
    describeMissing(now) {
      const lost = lostOf(look(now)).map(({ text }) => JSON.stringify(text ?? ''));
      return `did not keep ${lost.join(', ') || 'all of it'}`;
    },
    isLike,
  };
}

/** Items that already are as wanted do not count. */
function textsOf(touched: ReadonlyMap<ChecklistItem, ItemChange>): Readonly<Record<ItemChange, readonly string[]>> {
  const texts = (wanted: ItemChange): readonly string[] =>
    [...touched].flatMap(([{ text = '', done }, each]) =>
      each === wanted && (wanted === 'removed' || (done === true) !== (wanted === 'checked')) ? [text ?? ''] : [],
    );
  return { checked: texts('checked'), unchecked: texts('unchecked'), removed: texts('removed') };
}

/** A list as last written or, before any write, as first read. */
interface LastList {
  readonly items: readonly ChecklistItem[];
  /** From a touched or added item to the item that was written for it, without removed ones. */
  readonly places: ReadonlyMap<ChecklistItem, ChecklistItem>;
}

interface SeenItems extends ItemPairs {
  readonly last: LastList;
}

function presentOf({ last, found }: SeenItems, item: ChecklistItem): ChecklistItem | undefined {
  const written = last.places.get(item);
  return written && found.get(written);
}

/** Items that were written back unchanged and are missing. If ids do not last, a new item may be one of them, rewritten. */
function lostOf({ last, found, others, idsLast }: SeenItems): readonly ChecklistItem[] {
  const touched = new Set(last.places.values());
  const missing = last.items.filter((item) => !touched.has(item) && !found.has(item));
  return idsLast ? missing : missing.slice(others.length);
}

function isUnsure({ last, unsure }: SeenItems, item: ChecklistItem): boolean {
  const written = last.places.get(item);
  return written !== undefined && unsure.has(written);
}

/** A stored item that looks like one that an earlier write removed. */
function backOf({ last, others, idsLast }: SeenItems, item: ChecklistItem): ChecklistItem | undefined {
  if (last.places.has(item)) return undefined;
  const isIdentified = idsLast && Boolean(item.id);
  return others.find((each) => (!isIdentified || each.id === item.id) && hasSameText(each, item));
}

/** The stored item that still has to be removed. Only an id shows that an item with the same text is not someone else's. */
function leftOf(seen: SeenItems, item: ChecklistItem): ChecklistItem | undefined {
  const present = presentOf(seen, item);
  if (present && present.text !== item.text) throw changedByOthers(item, 'was rewritten by someone else');
  const back = backOf(seen, item);
  if (back && (!seen.idsLast || !item.id))
    throw changedByOthers(item, 'was removed, but an item like it has been added');
  return present ?? back;
}

function requireItem(seen: SeenItems, item: ChecklistItem): ChecklistItem {
  const present = presentOf(seen, item);
  if (!present) throw changedByOthers(item, 'was removed by someone else');
  if (isUnsure(seen, item))
    throw changedByOthers(item, 'can no longer be distinguished from another item with the same text');
  if (present.text !== item.text) throw changedByOthers(item, 'was rewritten by someone else');
  return present;
}

function changedByOthers(item: ChecklistItem, how: string): TrackerError {
  return new TrackerError('conflict', `the item ${JSON.stringify(item.text ?? '')} ${how}; it was not changed`, {
    hint: 'check the checklist and run the command again',
  });
}

/** What to change. An item is named by its number in the stored list, its id (also as `id:1`), or a unique part of its text. */
export interface ChecklistEdit {
  readonly add: readonly string[];
  readonly check: readonly string[];
  readonly uncheck: readonly string[];
  readonly remove: readonly string[];
}

/** What an edit does to an item. */
export type ItemChange = 'checked' | 'unchecked' | 'removed';

/**
 * The items an edit names, and what it does to each. Throws a usage error for contradictory edits of an item, `not_found` for one
 * that does not exist, and `ambiguous` for a text that matches several.
 */
export function findNamedItems(
  items: readonly ChecklistItem[],
  edit: ChecklistEdit,
): ReadonlyMap<ChecklistItem, ItemChange> {
  const touched = new Map<ChecklistItem, ItemChange>();
  const wishes = { checked: edit.check, unchecked: edit.uncheck, removed: edit.remove };
  for (const wanted of ['checked', 'unchecked', 'removed'] as const)
    for (const name of wishes[wanted]) {
      const item = findItem(items, name);
      const before = touched.get(item) ?? wanted;
      if (before !== wanted) throw usageError(`${JSON.stringify(name)} cannot be both ${before} and ${wanted}`);
      touched.set(item, wanted);
    }
  return touched;
}

function findItem(items: readonly ChecklistItem[], name: string): ChecklistItem {
  const isNumber = /^\d{1,4}$/.test(name);
  const byNumber = isNumber ? items[Number(name) - 1] : undefined;
  const byId = items.find(({ id }) => id === name || `id:${id}` === name);
  const wanted = toNameKey(name.trim());
  const exact = items.filter(({ text }) => toNameKey(text ?? '') === wanted);
  const mayBeIn = !isNumber && mayBePart(wanted);
  const partial = mayBeIn ? items.filter(({ text }) => toNameKey(text ?? '').includes(wanted)) : [];
  const matches = exact.length > 0 ? exact : partial;
  const found = byNumber ?? byId ?? matches[0];
  if (!found || wanted === '') {
    const size = items.length === 1 ? '1 item' : `${items.length} items`;
    throw new TrackerError(
      'not_found',
      `the checklist has no item ${JSON.stringify(name.slice(0, 80))}; it has ${size}`,
      isNumber || wanted === '' ? {} : { hint: `to add it: --add ${shellWord(name.slice(0, 80))}` },
    );
  }
  if (!byNumber && !byId && matches.length > 1) {
    const names = matches.slice(0, 8).map((item) => `${items.indexOf(item) + 1} ${item.text ?? ''}`);
    throw new TrackerError('ambiguous', `${JSON.stringify(name)} matches several items: ${names.join(', ')}`);
  }
  return found;
}
