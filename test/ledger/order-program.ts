import { TrackerError } from '../../src/contract/errors.js';
import { placeOf } from '../../src/ledger/entry.js';
import { asLater, heldBy, sendClaimed, withEntry } from '../../src/ledger/send.js';
import { openLedger } from '../../src/ledger/store.js';
import { realProcesses } from '../disk/real-processes.js';
import { within } from '../support/computer/folder.js';

/** A sender: it sends once what waits, the oldest first, and its parent is the server. */
const folder = process.argv[2] ?? '';
const ledger = openLedger(within(folder), () => new Date());
const parts = { ledger, processes: realProcesses };

/** What the server does with a request. */
export type Answer = 'taken' | 'refused' | 'lost' | 'unreachable';

async function request(number: number): Promise<void> {
  const answer = await new Promise<Answer>((resolve) => {
    process.once('message', resolve);
    process.send?.({ number });
  });
  if (answer === 'refused') throw new TrackerError('invalid', 'refused', { status: 400 });
  if (answer === 'lost') throw new TrackerError('unknown_outcome', 'the connection was lost');
  if (answer === 'unreachable') throw new TrackerError('network', 'unreachable');
}

async function sendAll(): Promise<void> {
  for (const { number } of ledger.entries().toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const read = ledger.find(number);
    if (read?.state !== 'waiting') continue;
    const send = async (): Promise<void> =>
      await withEntry(parts, { number, read }, async () => {
        const isHeld = (await heldBy(parts, () => asLater(read))) !== undefined;
        if (isHeld || ledger.find(number)?.after !== undefined) return;
        await sendClaimed(parts, { entry: read }, async () => await request(number));
      });
    await send().catch((error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
    });
  }
  process.disconnect?.();
}

void sendAll();
