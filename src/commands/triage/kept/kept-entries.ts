import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { findDraft, ledgerOf, ownerOf } from '../../../compose/saved/drafts.js';
import { TrackerError } from '../../../contract/errors.js';
import type { HeldLock } from '../../../disk/lock.js';
import type { ClaimParts } from '../../../ledger/claim.js';
import { type Entry, type EntryEvent, isFinished } from '../../../ledger/entry.js';
import type { NewEntry } from '../../../ledger/store.js';
import { conflictsIn } from '../../../triage/model/conflicts.js';
import type { Decision } from '../../../triage/model/decision.js';
import { type WritingMessage, writingIn } from '../../../triage/model/mode.js';
import type { State } from '../../../triage/model/state.js';
import { type Claims, createClaims } from './claims.js';
import { fieldsOfDecision, fieldsOfText } from './entry-fields.js';

interface TextKeeping {
  readonly kind: 'ticket' | 'task';
  /** Its entry, if it has one. */
  readonly number: number | undefined;
  readonly mayHaveArrived: boolean;
}

/** What a session is about to send and what is being written, as entries of the ledger. */
export interface KeptEntries {
  readonly parts: ClaimParts;
  readonly claims: Claims;
  /** Whose they are. */
  readonly account: Pick<Entry, 'url' | 'owner' | 'userId'>;
  /** Keeps what is decided and what is written, called with each state; says why, if some of it cannot be kept. */
  sync(state: State): string | undefined;
  /** Keeps a decision as it is now. Throws TrackerError `failed` where that is impossible. */
  keep(key: string, decision: Decision): void;
  /** Keeps a text in its entry, or in a new one, whose number it gives. Throws TrackerError `failed`. */
  keepText(writing: WritingMessage, how: TextKeeping): number;
  /** Whether an entry is still this session's: no other program has taken it, or changed it while this one was stopped. */
  isOurs(number: number): Promise<boolean>;
  /** Goes on with what another session has left. */
  adopt(key: string, number: number, lock: HeldLock): void;
  /** Sends a decision; until that is done, its entry is changed only by `send`. */
  whileSending<T>(decision: Decision, send: (entry: Entry | undefined) => Promise<T>): Promise<T>;
  /** Keeps the text of a message that is not to be sent; false if it is on no disk. */
  putAside(decision: Decision): boolean;
  /** Deletes an entry that nobody wants any longer. */
  drop(number: number): void;
  /** Deletes the text of a message that nobody wants any longer. */
  dropText(decision: Decision): void;
  /** Leaves everything to the next session. */
  end(): Promise<void>;
}

/** What has to happen to an entry in each state before it is written, waits, is left or is deleted. */
const ways: Readonly<
  Record<'writing' | 'waiting' | 'unsent' | 'deleted', Partial<Record<string, readonly EntryEvent[]>>>
> = {
  writing: { waiting: ['leave', 'write'], unsent: ['write'] },
  waiting: { writing: ['queue'], unsent: ['queue'], doubtful: ['free', 'queue'] },
  unsent: { writing: ['leave'], waiting: ['leave'] },
  deleted: { writing: ['leave', 'delete'], waiting: ['leave', 'delete'], unsent: ['delete'], doubtful: ['delete'] },
};

export async function createKeptEntries(context: Context, client: Client): Promise<KeptEntries> {
  const parts = ledgerOf(context);
  const { ledger } = parts;
  const claims = createClaims({ ...parts, signal: undefined });
  const account = { url: client.base.href.replace(/\/$/, ''), ...(await ownerOf(client)) };
  /** The entries of decisions, by their keys, and how each was last kept. */
  const numbers = new Map<string, number>();
  const kept = new Map<string, Decision>();
  const sending = new Set<string>();
  /** The first entry of what was decided together. */
  const groups = new Map<number, number>();
  /** The entries as this session has left them last. */
  const seen = new Map<number, Entry | undefined>();
  let written: number | undefined;
  let hasEnded = false;
  /** The entries of messages that are no longer to be sent. */
  const texts = new Map<number, number>();
  const find = (number: number | undefined): Entry | undefined => findDraft(ledger, number);
  const move = (number: number, to: keyof typeof ways, change?: Partial<Entry>): void => {
    const before = find(number);
    if (!before) return;
    for (const event of ways[to][before.state] ?? []) ledger.step(number, event);
    const now = change && find(number);
    if (now && !isDeepStrictEqual({ ...now, ...change }, now)) ledger.replace({ ...now, ...change });
    seen.set(number, find(number));
  };
  const isLost = (number: number): boolean =>
    claims.lockOf(number)?.isOurs() === false && !isDeepStrictEqual(find(number), seen.get(number));
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
    }
  };
  const begin = (entry: Omit<NewEntry, keyof typeof account>): number => {
    const { number } = ledger.begin({ ...entry, ...account });
    claims.take(number);
    seen.set(number, find(number));
    return number;
  };
  const forget = (key: string): void => {
    const number = numbers.get(key);
    const decision = kept.get(key);
    if (number !== undefined && decision?.message) texts.set(decision.id, number);
    numbers.delete(key);
    kept.delete(key);
    if (number !== undefined && number !== written && ![...numbers.values()].includes(number)) claims.release(number);
  };
  const drop = (number: number): void => {
    attempt(() => move(number, 'deleted'));
    // On a full disk, only this is possible.
    if (find(number)) ledger.forget(number);
  };
  const keep = (key: string, decision: Decision): void => {
    const fields = fieldsOfDecision(decision);
    const { message, batch } = decision;
    const draft = message?.draft === undefined ? undefined : Number(message.draft);
    const known = numbers.get(key) ?? draft;
    if (known !== undefined && !isLost(known) && (find(known) || known === draft)) {
      claims.take(known);
      numbers.set(key, known);
      move(known, 'waiting', fields);
    } else {
      const group = batch === undefined ? undefined : groups.get(batch);
      const number = begin({ state: 'waiting', ...fields, group });
      numbers.set(key, number);
    }
    if (batch !== undefined && !groups.has(batch)) groups.set(batch, numbers.get(key) ?? 0);
    kept.set(key, decision);
  };
  const numberOfText = ({ id, message }: Decision): number | undefined =>
    numbers.get(String(id)) ?? texts.get(id) ?? (message?.draft === undefined ? undefined : Number(message.draft));
  const write = (draft: string | undefined): void => {
    const number = draft === undefined ? undefined : Number(draft);
    if (number === written) return;
    const before = written;
    written = number;
    if (before !== undefined && ![...numbers.values()].includes(before)) {
      if (!isLost(before)) attempt(() => move(before, 'unsent'));
      claims.release(before);
    }
    if (number === undefined) return;
    claims.take(number);
    attempt(() => move(number, 'writing'));
  };
  return {
    ...{ parts, claims, account, keep, drop },
    sync(state) {
      if (hasEnded) return undefined;
      let why: string | undefined;
      const wanted = unsentIn(state);
      for (const [key, decision] of wanted) {
        if (sending.has(key) || (numbers.has(key) && isKeptAs(kept.get(key), decision))) continue;
        try {
          keep(key, decision);
        } catch (error) {
          if (!(error instanceof TrackerError)) throw error;
          why = error.message;
        }
      }
      for (const [key, number] of [...numbers]) {
        if (wanted.has(key) || sending.has(key)) continue;
        const isText = kept.get(key)?.message !== undefined;
        const isShared = [...numbers].some(([other, each]) => other !== key && each === number);
        if (!isText && !isShared) drop(number);
        // The text of a message has been put aside, or is written on.
        forget(key);
      }
      write(writingIn(state.mode)?.draft);
      return why;
    },
    keepText(writing, { kind, number, mayHaveArrived }) {
      const fields = fieldsOfText(writing, kind);
      if (number === undefined || !find(number))
        return begin({ state: mayHaveArrived ? 'doubtful' : 'writing', ...fields });
      const now = find(number);
      if (now) ledger.replace({ ...now, ...fields });
      seen.set(number, find(number));
      return number;
    },
    isOurs: async (number) => !isLost(number) && (!claims.isWanted(number) || (await claims.isHeld(number))),
    adopt(key, number, lock) {
      claims.adopt(number, lock);
      numbers.set(key, number);
    },
    async whileSending(decision, send) {
      const key = String(decision.id);
      const number = numbers.get(key);
      sending.add(key);
      try {
        // What is on disk may be an earlier text.
        if (number === undefined || !isKeptAs(kept.get(key), decision)) return await send(undefined);
        const isHeld = !isLost(number) && (await claims.isHeld(number));
        const entry = find(number);
        if (!isHeld || !entry)
          throw new TrackerError('conflict', 'it was sent, changed or deleted elsewhere, so it is not sent from here');
        return await send(entry);
      } finally {
        sending.delete(key);
        const now = number === undefined ? undefined : ledger.find(number);
        if (number !== undefined) seen.set(number, now);
        const isText = kept.get(key)?.message !== undefined;
        if (now?.state === 'unsent' && !isText) drop(now.number);
        if (number !== undefined && (!now || isFinished(now) || now.state !== 'waiting')) forget(key);
      }
    },
    putAside(decision) {
      const number = numberOfText(decision);
      if (!find(number) || number === undefined) return false;
      attempt(() => move(number, 'unsent', { decision: undefined, group: undefined }));
      return true;
    },
    dropText(decision) {
      const number = numberOfText(decision);
      if (number !== undefined) drop(number);
    },
    async end() {
      hasEnded = true;
      write(undefined);
      await claims.end();
    },
  };
}

/** What the server does not have yet, by keys that stay the same: what waits for it, and each conflict. */
function unsentIn(state: State): ReadonlyMap<string, Decision> {
  return new Map([
    ...state.pending.map((decision) => [String(decision.id), decision] as const),
    ...conflictsIn(state).map(([uuid, { decision }]) => [`${decision.id} ${uuid}`, decision] as const),
  ]);
}

/** Whether an entry says the same of both. */
function isKeptAs(one: Decision | undefined, other: Decision): boolean {
  return one === other || (one !== undefined && isDeepStrictEqual(fieldsOfDecision(one), fieldsOfDecision(other)));
}
