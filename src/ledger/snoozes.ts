import { textOf } from '../contract/row.js';
import type { FindFolder } from '../disk/folder.js';
import { type Account, type Entry, type EntryWrite, isSameAccount } from './entry.js';
import { unmark } from './waiting.js';

/** How a ticket is put off on this computer. */
export interface Snooze {
  readonly until: string;
  /** When the last was written there of what was known by then, by the clock of the server; what is newer wakes it. */
  readonly after: string;
}

/** Whether a write puts a ticket off, or wakes it: the server knows nothing of it. */
export function isLocal({ to }: Pick<EntryWrite, 'to'>): boolean {
  return Object.hasOwn(to, 'snoozedUntil');
}

/** Whether an entry still says something of the time to come, so that its file must stay. */
export function isStanding({ writes }: Pick<Entry, 'writes'>, now: Date): boolean {
  const isToCome = ({ from, to }: EntryWrite): boolean =>
    [from, to].some(({ snoozedUntil }) => isAfter(snoozedUntil, now));
  return writes.some((each) => isLocal(each) && isToCome(each));
}

/**
 * Which tickets are put off, by uuid: what was written last of each, unless it was put back. Nothing is put off for longer than was
 * asked for, so that a clock that has been set back to before that wakes it.
 */
export function snoozesIn(entries: readonly Entry[], account: Account, now: Date): ReadonlyMap<string, Snooze> {
  const found = new Map<string, Snooze | undefined>();
  for (const entry of entries.filter((each) => isSameAccount(each, account)))
    for (const { uuid, to } of entry.writes.filter(
      (each) => isLocal(each) && !each.isPutBack && !found.has(each.uuid),
    )) {
      const holds = isAfter(to.snoozedUntil, now) && Date.parse(entry.at) - now.getTime() <= driftMs;
      found.set(uuid, holds ? { until: String(to.snoozedUntil), after: textOf(to.after) ?? entry.at } : undefined);
    }
  return new Map([...found].flatMap(([uuid, snooze]) => (snooze ? [[uuid, snooze]] : [])));
}

/** How far a clock is set back where it is only put right (milliseconds). */
const driftMs = 60_000;

interface LedgerLook {
  now(): Date;
  outlines(): readonly Entry[];
}

/** The same in the ledger as it is now. Throws `failed` if that cannot be read. */
export function readSnoozes(
  { ledger, stateFolder }: { readonly ledger: LedgerLook; readonly stateFolder: FindFolder },
  account: Account,
): ReadonlyMap<string, Snooze> {
  const now = ledger.now();
  const snoozes = snoozesIn(ledger.outlines(), account, now);
  if (snoozes.size === 0) unmark('snoozed', stateFolder, () => ledger.outlines().some((each) => isStanding(each, now)));
  return snoozes;
}

function isAfter(time: unknown, now: Date): boolean {
  return typeof time === 'string' && Date.parse(time) > now.getTime();
}
