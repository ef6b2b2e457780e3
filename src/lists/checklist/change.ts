import type { ChecklistItem } from '../../contract/task.js';
import { TrackerError } from '../../errors.js';
import type { ListChange } from '../merge.js';
import { type ChecklistWishes, readWishes, type Wanted } from './named-items.js';
import { hasSameText, hasSameTexts, type Paired, pairItems } from './pair-items.js';

/** A change of a checklist, and how many items it is about; one that is named twice counts once. */
export interface ChecklistChange extends ListChange<ChecklistItem> {
  readonly counts: Readonly<Record<'added' | Wanted, number>>;
}

/**
 * The change that fulfils the wishes, for the list as it is stored now. Throws what readWishes throws. What is read after a
 * write is compared with what was written, so that no item of others is taken for one of ours, even where ids do not last.
 * To apply it throws `conflict` when an item it touches was rewritten or removed since, or may be back.
 */
export function changeChecklist(first: readonly ChecklistItem[], wishes: ChecklistWishes): ChecklistChange {
  const touched = readWishes(first, wishes);
  // An added item gets its id here, so that a second write adds it once.
  const added = wishes.add.map((text): ChecklistItem => ({ id: newItemId(), text: text.trim(), done: false }));
  let last: Last = { items: first, places: new Map([...touched.keys()].map((item) => [item, item])) };
  const look = (now: readonly ChecklistItem[]): Seen => ({ last, ...pairItems(last.items, now, added) });
  return {
    counts: { added: added.length, ...countWishes([...touched.values()]) },
    apply(now) {
      const seen = look(now);
      const wanted = new Map<ChecklistItem, [ChecklistItem, Wanted]>();
      for (const [item, wish] of touched) {
        const stored = wish === 'removed' ? leftOf(seen, item) : requireItem(seen, item);
        if (stored) wanted.set(stored, [item, wish]);
      }
      const places = new Map<ChecklistItem, ChecklistItem>();
      const kept = now.flatMap((stored) => {
        const [item, wish] = wanted.get(stored) ?? [];
        if (item === undefined) return [stored];
        if (wish === 'removed') return [];
        const changed = { ...stored, done: wish === 'checked' };
        places.set(item, changed);
        return [changed];
      });
      for (const item of added) places.set(item, presentOf(seen, item) ?? item);
      last = { items: [...kept, ...added.filter((item) => !presentOf(seen, item))], places };
      return last.items;
    },
    countOpen(now) {
      const seen = look(now);
      const isFulfilled = ([item, wish]: readonly [ChecklistItem, Wanted]): boolean => {
        if (wish === 'removed') return !presentOf(seen, item) && !backOf(seen, item);
        const stored = presentOf(seen, item);
        return stored !== undefined && !isUnsure(seen, item) && (stored.done === true) === (wish === 'checked');
      };
      return (
        added.filter((item) => !presentOf(seen, item)).length + [...touched].filter((wish) => !isFulfilled(wish)).length
      );
    },
    hasLost: (now) => lostOf(look(now)).length > 0,
    tellMissing(now) {
      const lost = lostOf(look(now)).map(({ text }) => JSON.stringify(text ?? ''));
      return `did not keep ${lost.join(', ') || 'all of it'}`;
    },
    isLike: (before, now) =>
      hasSameTexts(before, now) && before.every(({ done }, at) => (done === true) === (now[at]?.done === true)),
  };
}

function countWishes(wishes: readonly Wanted[]): Readonly<Record<Wanted, number>> {
  const count = (wanted: Wanted): number => wishes.filter((wish) => wish === wanted).length;
  return { checked: count('checked'), unchecked: count('unchecked'), removed: count('removed') };
}

/** A list as it was last written, or read at first. */
interface Last {
  readonly items: readonly ChecklistItem[];
  /** From a touched or added item to what was written of it; without those that were removed. */
  readonly places: ReadonlyMap<ChecklistItem, ChecklistItem>;
}

interface Seen extends Paired {
  readonly last: Last;
}

/** What is there now of an item as it was written. */
function presentOf({ last, found }: Seen, item: ChecklistItem): ChecklistItem | undefined {
  const written = last.places.get(item);
  return written && found.get(written);
}

/** What was written along untouched and is gone; where ids do not last, a new item may be a rewritten one. */
function lostOf({ last, found, others, idsLast }: Seen): readonly ChecklistItem[] {
  const touched = new Set(last.places.values());
  const missing = last.items.filter((item) => !touched.has(item) && !found.has(item));
  return idsLast ? missing : missing.slice(others.length);
}

function isUnsure({ last, unsure }: Seen, item: ChecklistItem): boolean {
  const written = last.places.get(item);
  return written !== undefined && unsure.has(written);
}

/** What looks like an item that was removed by a write before. */
function backOf({ last, others, idsLast }: Seen, item: ChecklistItem): ChecklistItem | undefined {
  if (last.places.has(item)) return undefined;
  const tellsId = idsLast && Boolean(item.id);
  return others.find((each) => (tellsId ? each.id === item.id : true) && hasSameText(each, item));
}

/** What is still there of an item to be removed. Only an id tells that one of the same text is not somebody else's. */
function leftOf(seen: Seen, item: ChecklistItem): ChecklistItem | undefined {
  const present = presentOf(seen, item);
  if (present && present.text !== item.text) throw changedByOthers(item, 'was rewritten by somebody else');
  const back = backOf(seen, item);
  if (back && (!seen.idsLast || !item.id)) throw changedByOthers(item, 'was removed, and one like it is there again');
  return present ?? back;
}

function requireItem(seen: Seen, item: ChecklistItem): ChecklistItem {
  const present = presentOf(seen, item);
  if (!present) throw changedByOthers(item, 'was removed by somebody else');
  if (isUnsure(seen, item)) throw changedByOthers(item, 'cannot be told from another of the same text any more');
  if (present.text !== item.text) throw changedByOthers(item, 'was rewritten by somebody else');
  return present;
}

function changedByOthers(item: ChecklistItem, how: string): TrackerError {
  return new TrackerError('conflict', `the item ${JSON.stringify(item.text ?? '')} ${how}; it was not changed`, {
    hint: 'look at the checklist and run the command again',
  });
}

function newItemId(): string {
  return globalThis.crypto.randomUUID();
}
