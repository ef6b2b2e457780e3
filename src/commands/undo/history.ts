import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { accountOf, ledgerOf } from '../../compose/saved/drafts.js';
import { settled } from '../../ledger/claim.js';
import type { Entry } from '../../ledger/entry.js';
import { isWritten } from '../../ledger/written.js';

/**
 * What this account has written from this computer, the one written last first, and among them what cannot be read. Throws `failed`
 * if the ledger cannot be read.
 */
export async function writtenEntries(context: Context, client: Client): Promise<readonly Entry[]> {
  // What earlier versions noted is in the ledger once this is open.
  await client.recorder();
  const account = await accountOf(client);
  return ledgerOf(context)
    .ledger.entries()
    .filter((entry) => isWritten(entry, account));
}

/** The same, after finding out what became of those whose process has ended. */
export async function settledEntries(context: Context, client: Client): Promise<readonly Entry[]> {
  for (const entry of await writtenEntries(context, client))
    if (entry.state === 'sending') await settled(ledgerOf(context), entry);
  return await writtenEntries(context, client);
}
