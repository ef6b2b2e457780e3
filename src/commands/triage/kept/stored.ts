import type { Context } from '../../../args/context.js';
import { accountOf, type Draft, findDraft, ledgerOf } from '../../../compose/saved/drafts.js';
import { type Sentence, shortageOf, TrackerError } from '../../../contract/errors.js';
import { codeOf, fullCodes, fullDisk } from '../../../disk/file-trouble.js';
import { type Entry, type EntryState, isSameEntry } from '../../../ledger/entry.js';
import { createClaims } from './claims.js';

type LeftState = 'writing' | 'waiting' | 'unsent' | 'doubtful' | 'proposed';

export type StoredEntries = Awaited<ReturnType<typeof createStored>>;

/** Entries of the ledger that a session has, on disk, or in memory where that fails. */
export async function createStored(context: Context) {
  const client = await context.client();
  const parts = ledgerOf(context);
  const { ledger } = parts;
  const claims = createClaims(parts);
  const account = await accountOf(client);
  /** What could not be written, as it is now, by number; one that was never on disk has a number below 0. */
  const memory = new Map<number, Draft>();
  let reason: Sentence | undefined;
  const find = (number: number): Draft | undefined => memory.get(number) ?? findDraft(ledger, number);
  const put = (number: number | undefined, entry: Omit<Draft, 'number'>): number => {
    try {
      const isNew = number === undefined || number < 0;
      const now = isNew ? ledger.begin(entry).number : number;
      if (!isNew) ledger.replace({ ...entry, number: now });
      if (number !== undefined) memory.delete(number);
      claims.take(now);
      return now;
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      reason = reasonOf(error);
      const now = number ?? Math.min(0, ...memory.keys()) - 1;
      memory.set(now, { ...entry, number: now });
      return now;
    }
  };
  return {
    ...{ client, parts, claims, account, memory, find },
    /** Why it could not, such as `the disk is full` or `EACCES`. */
    reason: (): Sentence | undefined => reason,
    begin: (entry: Pick<Draft, 'state' | 'words' | 'flags'> & Partial<Entry>): number =>
      put(undefined, { ...account, at: context.now().toISOString(), writes: [], final: [], ...entry }),
    /** Changes one, and gives its number, unless another program has it. */
    move(number: number, to: LeftState, change: Partial<Entry> = {}): number {
      const before = find(number);
      // Another program may be sending it by now.
      if (!before || claims.isLost(number)) return number;
      // Whoever goes on with what is proposed sends it as themselves.
      const whose = before.state === 'proposed' && { ...account, seen: undefined };
      const next = { ...before, ...whose, ...change, state: becomes(before.state, to) } as Draft;
      return !memory.has(number) && isSameEntry(next, before) ? number : put(number, next);
    },
    /** Deletes one that nobody wants any longer. */
    drop(number = 0): void {
      memory.delete(number);
      const now = findDraft(ledger, number);
      // On a full disk, only this is possible.
      if (now && now.state !== 'sending' && !claims.isLost(number)) ledger.forget(number);
      claims.release(number);
    },
    /** Whether it is there, and still this session's. */
    isOwn: (number: number | undefined): number is number =>
      number !== undefined && !claims.isLost(number) && find(number) !== undefined,
  };
}

/** What may have arrived says so until it is sent again. */
function becomes(from: EntryState, to: LeftState): EntryState {
  return from === 'sending' || (from === 'doubtful' && to !== 'waiting') ? from : to;
}

function reasonOf({ message, cause }: TrackerError): Sentence {
  const code = codeOf(cause);
  if (fullCodes.test(code)) return fullDisk;
  return /^E[A-Z]+$/.test(code) && shortageOf(cause) === undefined ? code : message;
}
