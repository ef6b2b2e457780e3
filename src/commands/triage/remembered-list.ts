import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import type { ReferenceIndex } from '../../client/state/references.js';
import { writtenEntries } from '../../compose/saved/drafts.js';
import { isRow, type Row, rowsOf, textOf } from '../../contract/row.js';
import type { Entry } from '../../ledger/entry.js';
import { withShortTexts } from '../../triage/model/rows.js';
import type { Item } from '../../triage/model/state.js';
import type { Shared } from './shared.js';
import type { Listed, Source } from './sources.js';

/** The name of the list in the cache. */
const name = 'triage';

/** Keeps a list, so that the next triage opens with it. */
export function rememberList(
  { client: { index }, context }: Pick<Shared, 'client' | 'context'>,
  source: Source,
  { items, people }: Listed,
): void {
  index.remember(name, JSON.stringify({ source: keyOf(source), at: context.now().toISOString(), items, people }));
}

/** The list as it was the last time, with what the user has changed since; undefined if another one was shown then. */
export async function rememberedList(context: Context, client: Client, source: Source): Promise<Listed | undefined> {
  const kept = lastList(client.index, source);
  if (!kept || kept.items.length === 0) return kept;
  const entries = await writtenEntries(context, client).catch(() => []);
  const lastAt = ({ at, turnedAt = at }: Entry): string => turnedAt;
  const since = entries.filter((entry) => lastAt(entry) >= kept.at).toReversed();
  const written = new Map<string, Row>();
  for (const { writes } of since.sort((one, other) => lastAt(one).localeCompare(lastAt(other))))
    for (const { uuid, from, to, isPutBack } of writes)
      written.set(uuid, { ...written.get(uuid), ...fieldsOfRow(isPutBack ? from : to) });
  return {
    ...kept,
    items: kept.items.map((item) => ({ ...item, row: withShortTexts({ ...item.row, ...written.get(item.uuid) }) })),
  };
}

/** The fields of a row by those of a body. */
export function fieldsOfRow({ assigneeIds, ...rest }: Row): Row {
  return assigneeIds === undefined ? rest : { ...rest, assignees: assigneeIds };
}

function lastList(index: ReferenceIndex, source: Source): (Listed & { readonly at: string }) | undefined {
  try {
    const kept: unknown = JSON.parse(index.remembered(name) ?? '');
    if (!isRow(kept) || textOf(kept.source) !== keyOf(source)) return undefined;
    // This program wrote it; a row that lost its id cannot be shown.
    const items = rowsOf(kept.items).filter(
      (item) => textOf(item.uuid) !== undefined && isRow(item.row),
    ) as unknown as Item[];
    return { items, people: isRow(kept.people) ? kept.people : {}, at: textOf(kept.at) ?? '' };
  } catch {
    return undefined;
  }
}

function keyOf({ verb, given }: Source): string {
  return JSON.stringify([verb, given]);
}
