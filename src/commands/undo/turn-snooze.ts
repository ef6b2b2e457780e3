import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { accountOf } from '../../compose/saved/drafts.js';
import type { Entry, EntryWrite } from '../../ledger/entry.js';
import { snoozesIn } from '../../ledger/snoozes.js';
import type { Ledger } from '../../ledger/store.js';
import type { Change } from '../../lists/values.js';
import type { Done } from '../bulk/exit-code.js';
import { describeChanges } from '../work/editing/report-changes.js';
import type { Direction } from './restore-write.js';

interface SnoozeTurn {
  readonly context: Context;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly entries: readonly Entry[];
  readonly direction: Direction;
}

/** Until when a ticket is put off on this computer, and will be once its put off is undone or done again: what was said before holds. */
export async function snoozeTurned(turning: SnoozeTurn, { uuid }: Pick<EntryWrite, 'uuid'>): Promise<Change> {
  const { client, ledger, entries, direction } = turning;
  const [account, now] = [await accountOf(client), ledger.now()];
  const untilIn = (all: readonly Entry[]): string | null => snoozesIn(all, account, now).get(uuid)?.until ?? null;
  const before = ledger.outlines();
  const numbers = new Set(entries.map(({ number }) => number));
  const turned = (write: EntryWrite): EntryWrite =>
    write.uuid === uuid ? { ...write, isPutBack: direction === 'undo' } : write;
  const after = before.map((each) => (numbers.has(each.number) ? { ...each, writes: each.writes.map(turned) } : each));
  return { from: untilIn(before), to: untilIn(after) };
}

/** Says what becomes of it; the ledger then notes it, without a request. */
export async function turnSnooze(turning: SnoozeTurn, write: EntryWrite): Promise<Done> {
  const { context, client } = turning;
  const change = await snoozeTurned(turning, write);
  if (change.from === change.to) return { sentence: `${write.ref} is already as it was before.` };
  const changes = { snoozedUntil: change };
  const words = describeChanges(context, client, changes);
  const sentence = `${write.ref}: ${words}.`;
  // A dry run shows requests, and there is none.
  if (context.settings.dryRun) await context.show.say(sentence);
  return { sentence, words, changes };
}
