import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { type ClaimParts, settled } from '../../ledger/claim.js';
import type { Entry } from '../../ledger/entry.js';
import { openLedger } from '../../ledger/store.js';
import { isWritten } from '../../ledger/written.js';

/** What one account has written from this computer. */
export interface History extends ClaimParts {
  /** The one written last first, and among them what cannot be read. Throws `failed` if the ledger cannot be read. */
  entries(): readonly Entry[];
  /** The same once it is known what became of those whose process has ended. */
  settled(): Promise<readonly Entry[]>;
  /** What it meant to write and is waiting to be sent, the newest first. */
  waiting(): readonly Entry[];
}

export async function openHistory({ settings, now, signal }: Context, client: Client): Promise<History> {
  // What earlier versions noted is in the ledger once this is open.
  await client.recorder();
  const ledger = openLedger(settings.folders.state, now);
  const parts = { ledger, processes: settings.processes, signal };
  const owner = (await client.owner()) ?? '';
  const url = client.base.href.replace(/\/$/, '');
  const entries = (): readonly Entry[] => ledger.entries().filter((entry) => isWritten(entry, { url, owner }));
  return {
    ...parts,
    entries,
    async settled() {
      for (const entry of entries()) if (entry.state === 'sending') await settled(parts, entry);
      return entries();
    },
    waiting: () =>
      ledger.entries().filter((each) => each.state === 'waiting' && each.url === url && each.owner === owner),
  };
}

/** The same, where what cannot be read may be left out. */
export async function writtenEntries(context: Context, client: Client): Promise<readonly Entry[]> {
  try {
    return (await openHistory(context, client)).entries();
  } catch {
    return [];
  }
}

/** Remembers that entries have been named, so that undo goes past them. False if that cannot be written down. */
export function pass({ ledger }: History, entries: readonly Entry[]): boolean {
  try {
    const passedAt = ledger.moment();
    for (const { number } of entries) ledger.add(number, { passedAt });
    return true;
  } catch {
    return false;
  }
}

/** Why nothing of these entries can be put back. */
export function whyNot({ ledger }: History, entries: readonly Entry[]): string {
  const damaged = entries.find(({ isDamaged }) => isDamaged);
  if (damaged) return `its record in ${ledger.path(damaged.number)} is damaged`;
  return [...new Set(entries.flatMap(({ final }) => final))].join(', ') || 'it is as it was before';
}
