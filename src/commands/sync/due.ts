import type { Client } from '../../client/client.js';
import { agrees, type DetailKind, isTelling, recallDetail, takeTurns } from '../../client/details.js';
import { groupedBy, type Row, uuidOf } from '../../contract/row.js';

export type Rows = ReadonlyMap<DetailKind, readonly Row[]>;

interface Choice {
  readonly now: Date;
  /** Whether all that is due is read. */
  readonly isFull: boolean;
  readonly signal: AbortSignal;
  /** Gets each detail that was read not long ago, and what its row does not contradict. */
  readonly onRecent: (kind: DetailKind, row: Row, detail: Row) => Promise<void>;
}

/**
 * After how long a detail is read again that its row does not contradict (milliseconds): no row moves with everything (docs/api.md,
 * What moves a row), and one without a time finer than a second may not even move with a message.
 */
const [fineMs, coarseMs] = [24 * 60 * 60 * 1000, 60 * 60 * 1000];

/** How many of these are read in a run. */
const mostAgain = 500;

/**
 * Chooses the details to read: those that are new or have changed, and of the others those that were read long ago, the longest ago
 * first. What is `left` may have changed too.
 */
export async function chooseDue(client: Client, rows: Rows, { now, isFull, signal, onRecent }: Choice) {
  const changed: Due[] = [];
  const old: (Due & { readonly at: Date })[] = [];
  for (const [kind, own] of rows)
    for (const [at, row] of own.entries()) {
      await takeTurns(at, signal);
      const kept = await recallDetail(client, kind, row);
      const age = kept && now.getTime() - kept.at.getTime();
      if (age === undefined || !agrees(row, kept?.entity ?? {})) changed.push({ kind, row });
      else if (age >= 0 && age < longest(row)) await onRecent(kind, row, kept?.detail ?? {});
      else old.push({ kind, row, at: kept?.at ?? now });
    }
  old.sort((one, other) => one.at.getTime() - other.at.getTime());
  const most = isFull ? old.length : mostAgain;
  return { wanted: [...byKind(changed), ...byKind(old.slice(0, most))], left: byKind(old.slice(most)) };
}

function longest(row: Row): number {
  return ['updatedAt', 'updated', 'lastMessageAt'].some((name) => isTelling(row, name)) ? fineMs : coarseMs;
}

interface Due {
  readonly kind: DetailKind;
  readonly row: Row;
}

function byKind(all: readonly Due[]): Rows {
  return new Map([...groupedBy(all, ({ kind }) => kind)].map(([kind, own]) => [kind, own.map(({ row }) => row)]));
}

/** The names a row may have in an address. */
export function idsOf(row: Row): readonly unknown[] {
  return [uuidOf(row), row.id, row.key, row.displayId];
}
