import { isRow, rowsOf, textOf } from '../../contract/row.js';
import type { ReferenceIndex } from '../../state/references.js';
import type { Item } from '../../triage/model/state.js';
import type { Listed, Source } from './sources.js';

/** The name of the list in the cache. */
const name = 'triage';

/** Keeps a list, so that the next triage opens with it. */
export function rememberList(index: ReferenceIndex, source: Source, { items, people }: Listed): void {
  index.remember(name, JSON.stringify({ source: keyOf(source), items, people }));
}

/** The list as it was the last time; undefined if another one was shown then. */
export function rememberedList(index: ReferenceIndex, source: Source): Listed | undefined {
  try {
    const kept: unknown = JSON.parse(index.remembered(name) ?? '');
    if (!isRow(kept) || textOf(kept.source) !== keyOf(source)) return undefined;
    // This program wrote it; a row that lost its id cannot be shown.
    const items = rowsOf(kept.items).filter(
      (item) => textOf(item.uuid) !== undefined && isRow(item.row),
    ) as unknown as Item[];
    return { items, people: isRow(kept.people) ? kept.people : {} };
  } catch {
    return undefined;
  }
}

function keyOf({ verb, given }: Source): string {
  return JSON.stringify([verb, given]);
}
