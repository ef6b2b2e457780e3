import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { accountOf, ledgerOf } from '../../compose/saved/drafts.js';
import { attempt, TrackerError, usageError } from '../../contract/errors.js';
import { type ClaimParts, settled } from '../../ledger/claim.js';
import type { Entry } from '../../ledger/entry.js';
import { isWritten } from '../../ledger/written.js';

/** What one account has written from this computer. */
export interface History extends ClaimParts {
  /** The one written last first, and among them what cannot be read. Throws `failed` if the ledger cannot be read. */
  entries(): readonly Entry[];
  /** The same, after finding out what became of those whose process has ended. */
  settled(): Promise<readonly Entry[]>;
}

export async function openHistory(context: Context, client: Client): Promise<History> {
  // What earlier versions noted is in the ledger once this is open.
  await client.recorder();
  const parts = ledgerOf(context);
  const { url, owner } = await accountOf(client);
  const entries = (): readonly Entry[] => parts.ledger.entries().filter((entry) => isWritten(entry, { url, owner }));
  return {
    ...parts,
    entries,
    async settled() {
      for (const entry of entries()) if (entry.state === 'sending') await settled(parts, entry);
      return entries();
    },
  };
}

/** The same, where what cannot be read may be left out. */
export async function writtenEntries(context: Context, client: Client): Promise<readonly Entry[]> {
  const history = await openHistory(context, client);
  return attempt(() => history.entries()) ?? [];
}

/** Remembers that entries have been named, so that the next undo skips them. False if that cannot be written to disk. */
export function pass({ ledger }: History, entries: readonly Entry[]): boolean {
  const isNoted = attempt(() => {
    const passedAt = ledger.moment();
    for (const { number } of entries) ledger.add(number, { passedAt });
    return true;
  });
  return isNoted ?? false;
}

/** The number of a change. Throws a usage error for anything else. */
export function numberIn(given: string | undefined): number | undefined {
  if (given !== undefined && !/^\d{1,15}$/.test(given))
    throw usageError(`${JSON.stringify(given)} is not a number in tracker undo --list`);
  return given === undefined ? undefined : Number(given);
}

/** The entry with this number. Throws `not_found` if there is none. */
export function withNumber(entries: readonly Entry[], number: number): Entry {
  const entry = entries.find((each) => each.number === number);
  if (entry) return entry;
  throw new TrackerError('not_found', `there is no change number ${number}`, { hint: 'tracker undo --list' });
}
