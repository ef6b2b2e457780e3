import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { accountOf, type Draft, findDraft, ledgerOf } from '../../../compose/saved/drafts.js';
import { type Sentence, shortageOf, TrackerError } from '../../../contract/errors.js';
import { codeOf, fullCodes, fullDisk } from '../../../disk/file-trouble.js';
import type { ClaimParts } from '../../../ledger/claim.js';
import { type Account, type Entry, type EntryState, isSameEntry } from '../../../ledger/entry.js';
import { type Claims, createClaims } from './claims.js';

/** The states in which a session leaves its entries. */
type LeftState = 'writing' | 'waiting' | 'unsent' | 'doubtful' | 'proposed';

/** Entries of the ledger that a session has, on disk, or in memory where that fails. */
export interface StoredEntries {
  readonly parts: ClaimParts;
  readonly claims: Claims;
  /** Whose they are. */
  readonly account: Account;
  /** What could not be written, as it is now, by number; one that was never on disk has a number below 0. */
  readonly memory: Map<number, Draft>;
  /** Why it could not, such as `the disk is full` or `EACCES`. */
  readonly reason: () => Sentence | undefined;
  find(number: number): Draft | undefined;
  /** Begins one, and gives its number. */
  begin(entry: Pick<Draft, 'state' | 'words' | 'flags'> & Partial<Entry>): number;
  /** Changes one, and gives its number, unless another program has it. */
  move(number: number, to: LeftState, change?: Partial<Entry>): number;
  /** Deletes one that nobody wants any longer. */
  drop(number: number | undefined): void;
  /** Whether it is there, and still this session's. */
  isOwn(number: number | undefined): number is number;
}

export async function createStored(context: Context, client: Client): Promise<StoredEntries> {
  const parts = ledgerOf(context);
  const { ledger } = parts;
  const claims = createClaims({ ...parts, signal: undefined });
  const account = await accountOf(client);
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
    ...{ parts, claims, account, memory, find },
    reason: () => reason,
    begin: (entry) => put(undefined, { ...account, at: context.now().toISOString(), writes: [], final: [], ...entry }),
    move(number, to, change = {}) {
      const before = find(number);
      // Another program may be sending it by now.
      if (!before || claims.isLost(number)) return number;
      // Whoever goes on with what is proposed sends it as themselves.
      const whose = before.state === 'proposed' && { ...account, seen: undefined };
      const next = { ...before, ...whose, ...change, state: becomes(before.state, to) } as Draft;
      return !memory.has(number) && isSameEntry(next, before) ? number : put(number, next);
    },
    drop(number = 0) {
      memory.delete(number);
      const now = findDraft(ledger, number);
      // On a full disk, only this is possible.
      if (now && now.state !== 'sending' && !claims.isLost(number)) ledger.forget(number);
      claims.release(number);
    },
    isOwn: (number): number is number => number !== undefined && !claims.isLost(number) && find(number) !== undefined,
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
