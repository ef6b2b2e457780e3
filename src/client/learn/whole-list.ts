import { type Row, rowsOf, uuidOf } from '../../contract/row.js';
import type { KnownReference, ReferenceIndex } from '../state/references.js';
import { storedEntries } from '../state/stored-entries.js';

export type ListedKind = 'tasks' | 'tickets' | 'wiki' | 'notes';

/** What was known and is not in the response to a list of everything; nothing if that is malformed. */
export function missingIn(reply: Row, index: ReferenceIndex, kind: ListedKind): readonly KnownReference[] {
  const lists = Object.values(reply).filter(Array.isArray);
  const there = new Set(lists.flatMap(rowsOf).map(uuidOf));
  return lists.length === 0 ? [] : storedEntries(index, kind, (uuid) => !there.has(uuid));
}

/** Forgets what a list of everything does not have. What has come to be known since this program began may be newer. */
export async function forgetMissing(
  index: ReferenceIndex,
  { kind, missing }: { readonly kind: ListedKind; readonly missing: readonly KnownReference[] },
  forget: (uuid: string) => Promise<void>,
): Promise<void> {
  const fresh = new Set([...index.fresh(kind).values()].map(({ uuid }) => uuid));
  for (const { ref, uuid } of missing.filter((each) => !fresh.has(each.uuid))) {
    if (index.find(kind, ref)?.uuid === uuid) index.forget(kind, ref);
    await forget(uuid);
  }
}
