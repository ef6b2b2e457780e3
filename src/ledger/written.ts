import { attempt } from '../contract/errors.js';
import { type Account, type Entry, endOf, isSameAccount, placeOf } from './entry.js';
import type { Ledger } from './store.js';

/** Whether an entry is something that this account has written. Nobody knows whose a damaged one is. */
export function isWritten(entry: Entry, account: Account): boolean {
  if (entry.words.length === 0) return true;
  if (!isSameAccount(entry, account)) return false;
  const isThere = ['sending', 'doubtful', 'done', 'undone'].includes(entry.state);
  return isThere && (entry.isDamaged === true || entry.writes.length + entry.final.length > 0);
}

/** Whether nothing has been written since this moment, a number of the ledger. */
export function isLatest(moment: number | undefined, entries: readonly Entry[]): boolean {
  return moment !== undefined && entries.every((entry) => placeOf(entry) <= moment);
}

/** What `undo` may take without a number, the one written last first: it skips what it has named until something new is written. */
export function undoable(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ state, passedAt }) => state !== 'undone' && !isLatest(passedAt, entries));
}

/** Those that are undone in one step with an entry, itself included. */
export function groupOf(entry: Entry, entries: readonly Entry[]): readonly Entry[] {
  const first = ({ group, number }: Entry): number => group ?? number;
  return entries.filter((each) => first(each) === first(entry));
}

/** Whether something of an entry can be put back. */
export function canUndo({ state, writes }: Entry): boolean {
  return state !== 'undone' && writes.some(({ isPutBack }) => !isPutBack);
}

/** Remembers that entries have been named, so that the next undo skips them. False if that cannot be written to disk. */
export function pass(ledger: Ledger, entries: readonly Entry[]): boolean {
  const isNoted = attempt(() => {
    const passedAt = ledger.moment();
    for (const { number } of entries) ledger.add(number, { passedAt });
    return true;
  });
  return isNoted ?? false;
}

/** Ends what may have arrived of these entries, now that all they wrote is as it was before: nothing of it is in doubt any longer. */
export function settleAsBefore(ledger: Ledger, entries: readonly Entry[]): void {
  for (const { number } of entries) {
    const now = ledger.find(number);
    if (now?.state === 'doubtful' && now.final.length === 0) attempt(() => settle(ledger, now));
  }
}

/**
 * Ends an entry of which nobody needs to know more: what may have been written can be undone as long as there is a note of it, and is
 * not sent again with the same key.
 */
export function settle(ledger: Ledger, entry: Entry): void {
  if (entry.state === 'doubtful' && (entry.once || canUndo(entry))) ledger.step(entry.number, 'accept', endOf(entry));
  else ledger.step(entry.number, 'delete');
}
