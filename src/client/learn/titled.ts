import { toNameKey } from '../../contract/plain-letters.js';
import { type Row, titleOf, uuidOf } from '../../contract/row.js';
import { invisible, unsafe } from '../../contract/unsafe-characters.js';
import type { ReferenceIndex } from '../state/references.js';

/** The kinds of things that are named by title. */
export type TitledIndex = 'wiki' | 'notes' | 'threads';

/**
 * Adds wiki pages, notes or threads under what a person can type: the title if it is unique, otherwise the id. A `whole`
 * list also forgets entries it does not contain.
 */
export function learnTitled(kind: TitledIndex, rows: readonly Row[], index: ReferenceIndex, extent?: 'whole'): void {
  const entries = rows.map((row) => ({ uuid: uuidOf(row), title: titleOf(row) })).filter(({ uuid }) => uuid !== '');
  const counts = new Map<string, number>();
  for (const { title } of entries) counts.set(toNameKey(title), (counts.get(toNameKey(title)) ?? 0) + 1);
  const uuids = new Set(entries.map(({ uuid }) => uuid));
  const isGone = (uuid: string): boolean => extent === 'whole' || uuids.has(uuid);
  const others = index.all(kind).filter(({ uuid }) => !isGone(uuid));
  const taken = new Set(others.map(({ title }) => toNameKey(title)));
  const learned = entries.map(({ uuid, title }) => {
    const isUnique = counts.get(toNameKey(title)) === 1 && !taken.has(toNameKey(title));
    return { ref: isUnique && isTypeable(title) ? title : uuid, uuid, title };
  });
  const kept = new Set(learned.map(({ ref }) => toNameKey(ref)));
  for (const { ref, uuid } of index.all(kind)) if (isGone(uuid) && !kept.has(toNameKey(ref))) index.forget(kind, ref);
  index.learn(kind, learned);
}

const untypeable = new RegExp(`[${unsafe}${invisible}]`, 'u');

/** Whether a title can be typed as an argument without meaning something else. */
function isTypeable(title: string): boolean {
  if (title === '' || title !== title.trim() || title.length > 120) return false;
  if (/^[-@]|^https?:|^[a-z]+:|^[\da-f-]{8,}$/i.test(title)) return false;
  return !untypeable.test(title);
}
