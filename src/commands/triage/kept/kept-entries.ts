import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { seenOf } from '../../../client/state/seen.js';
import { accountOf, type Draft, findDraft, ledgerOf } from '../../../compose/saved/drafts.js';
import { attempt, TrackerError } from '../../../contract/errors.js';
import type { Row } from '../../../contract/row.js';
import type { ClaimParts } from '../../../ledger/claim.js';
import { type Entry, type EntryState, isSameEntry } from '../../../ledger/entry.js';
import { conflictsIn } from '../../../triage/model/conflicts.js';
import type { Decision } from '../../../triage/model/decision.js';
import { receiversKey, type WritingMessage, writingIn } from '../../../triage/model/mode.js';
import type { State } from '../../../triage/model/state.js';
import { listedNames } from '../../../triage/model/step.js';
import type { Dispatch } from '../../../triage/work.js';
import { type Claims, createClaims } from './claims.js';
import { fieldsOfDecision, fieldsOfText, kindIn } from './entry-fields.js';

/** What a session is about to send and what is being written, as entries of the ledger: on disk, or in memory where that fails. */
export interface KeptEntries {
  readonly parts: ClaimParts;
  readonly claims: Claims;
  /** Whose they are. */
  readonly account: Pick<Entry, 'url' | 'owner' | 'userId'>;
  /** What could not be written, as it is now, by number; one that was never on disk has a number below 0. */
  readonly memory: ReadonlyMap<number, Draft>;
  /** Why it could not, such as `the disk is full` or `EACCES`. */
  readonly reason: () => string | undefined;
  /** Brings the entries in line with a state; called with each. Whether there are other texts now. */
  sync(state: State, dispatch: Dispatch): boolean;
  /** Keeps at once what is being written, even if it is empty; gives the number of its entry. */
  save(state: State, writing: WritingMessage): Promise<number>;
  /** Goes on with the entry of a decision that another session has left. */
  adopt(key: string, number: number): void;
  /** Sends a decision; until that is done, its entry is changed only by `send`. It has none if it is not on disk as it is now. */
  whileSending<T>(decision: Decision, send: (entry: Entry | undefined) => Promise<T>): Promise<T>;
  /** Where the text of a message is that was not sent, but may have arrived. */
  whereIs(decision: Decision, mayHaveArrived?: boolean): 'draft' | 'memory';
  /** Deletes an entry that nobody wants any longer. */
  drop(number: number | undefined): void;
  /** The entry of a decision, if it has one. */
  numberOf(decision: Decision): number | undefined;
  /** Leaves everything to the next session. */
  end(): Promise<void>;
}

/** A decision, and its entry. */
interface Slot {
  readonly number: number;
  /** As it was kept last. */
  readonly decision: Decision | undefined;
  /** Whether it has yet to be sent. */
  readonly isOpen: boolean;
}

/** The text that is being written, and its entry. */
interface Text {
  writing: WritingMessage;
  readonly kind: 'ticket' | 'task';
  number: number | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** How long the newest key may not be on disk, and after how long it is tried again where that fails (milliseconds). */
const [pauseMs, againMs] = [250, 1_000];

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is kept of each key shares one queue of writes
export async function createKeptEntries(context: Context, client: Client): Promise<KeptEntries> {
  const parts = ledgerOf(context);
  const { ledger } = parts;
  const claims = createClaims({ ...parts, signal: undefined });
  const account = await accountOf(client);
  const slots = new Map<string, Slot>();
  const sending = new Set<string>();
  const memory = new Map<number, Draft>();
  let reason: string | undefined;
  let text: Text | undefined;
  let dispatch: Dispatch = () => undefined;
  let hasWarned = false;
  let hasEnded = false;
  /** Whether there are other texts than at the last `sync`. */
  let isNews = false;

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
      reason = reasonOf(error.message);
      const now = number ?? Math.min(0, ...memory.keys()) - 1;
      memory.set(now, { ...entry, number: now });
      return now;
    }
  };
  const begin = (entry: Pick<Draft, 'state' | 'words' | 'flags'> & Partial<Entry>): number =>
    put(undefined, { ...account, at: context.now().toISOString(), writes: [], final: [], ...entry });
  const move = (
    number: number,
    to: 'writing' | 'waiting' | 'unsent' | 'doubtful',
    change: Partial<Entry> = {},
  ): number => {
    const before = find(number);
    // Another program may be sending it by now.
    if (!before || claims.isLost(number)) return number;
    const next = { ...before, ...change, state: becomes(before.state, to) } as Draft;
    return !memory.has(number) && isSameEntry(next, before) ? number : put(number, next);
  };
  /** The place of a text that was written before something else was decided, and is sent after that. */
  const anew = (number: number): Partial<Entry> => {
    const turn = attempt(() => (number < 0 || ledger.isNewest(number) ? undefined : ledger.moment()));
    return { turn, after: undefined };
  };
  /** What was seen of the rows of a decision when it was made: what is shown later is no reason to send it. */
  const seenIn = ({ targets }: Decision): Row =>
    Object.fromEntries(
      targets.map(({ uuid, about = { uuid } }) => [about.uuid, { seen: seenOf(client, about.uuid) }] as const),
    );
  const drop: KeptEntries['drop'] = (number = 0) => {
    memory.delete(number);
    const now = findDraft(ledger, number);
    // On a full disk, only this is possible.
    if (now && now.state !== 'sending' && !claims.isLost(number)) ledger.forget(number);
    claims.release(number);
  };
  /** Whether an entry is still this session's. */
  const isOwn = (number: number | undefined): number is number =>
    number !== undefined && !claims.isLost(number) && find(number) !== undefined;
  const isToBeSent = (number: number): boolean =>
    [...slots.values()].some((each) => each.isOpen && each.number === number);

  const keep = (key: string, decision: Decision): void => {
    const { message, batch } = decision;
    const state = decision.isInDoubt ? 'doubtful' : 'waiting';
    const isNew = !slots.has(key);
    const fields = { ...fieldsOfDecision(decision), ...(isNew && { seen: seenIn(decision) }) };
    const draft = message?.draft === undefined ? undefined : Number(message.draft);
    const known = slots.get(key)?.number ?? draft;
    const isTogether = (each: Slot): boolean => each.decision?.batch === batch && each.number > 0;
    const first = batch === undefined ? undefined : [...slots.values()].find(isTogether);
    const isGone = known !== undefined && known === draft && !claims.isLost(known) && !find(known);
    const number = isOwn(known)
      ? move(known, state, { ...fields, ...(isNew && anew(known)) })
      : isGone
        ? known
        : begin({ state, ...fields, group: first?.number });
    if (number > 0) claims.take(number);
    if (text && draft !== undefined && draft === text.number) text.number = number;
    slots.set(key, { number, decision, isOpen: true });
  };
  /** What is not to be sent from here is deleted; a text is only left, unless it is being written again. */
  const close = (key: string, slot: Slot): void => {
    const { number, decision } = slot;
    const isText = decision?.message !== undefined;
    slots.set(key, { ...slot, isOpen: false });
    isNews ||= isText;
    if (number === text?.number || isToBeSent(number)) return;
    const isLeft = isText && !(text && isWrittenIn(decision, text.writing));
    if (isLeft || find(number)?.state === 'doubtful') move(number, 'unsent', { decision: undefined, group: undefined });
    else drop(number);
    claims.release(number);
  };

  /** In an entry of its own, unless another program has that by now. */
  const store = (given: Text, isHeld = true): number => {
    const { writing, kind, number } = given;
    const fields = fieldsOfText(writing, kind);
    const isKnown = isHeld && isOwn(number);
    const now = isKnown ? move(number, 'writing', fields) : begin({ state: 'writing', ...fields });
    given.number = now;
    isNews ||= !isKnown;
    const why = memory.has(now) ? reason : undefined;
    if (String(now) !== writing.draft || why !== writing.unkept)
      dispatch({ is: 'draft', writing, draft: String(now), why });
    if (number !== undefined && !isKnown) dispatch({ is: 'said', notice: { text: takenOver, tone: 'bad' } });
    return now;
  };
  const storeSoon = (given: Text): void => {
    const isFailing = given.number !== undefined && memory.has(given.number);
    given.timer ??= setTimeout(() => void storeLate(given), isFailing ? againMs : pauseMs);
  };
  const storeLate = async (given: Text): Promise<void> => {
    const isHeld = await isStillHeld(given);
    given.timer = undefined;
    // One that has been left was kept then, or is a decision. It may have become possible.
    if (text === given && memory.has(store(given, isHeld))) storeSoon(given);
  };
  const isStillHeld = async ({ number = 0 }: Text): Promise<boolean> => number <= 0 || (await claims.isHeld(number));
  const leave = (given: Text, isHeld = true): void => {
    clearTimeout(given.timer);
    if (given.number === undefined || isToBeSent(given.number)) return;
    isNews = true;
    const { what, field, targets } = given.writing;
    if (field.text.trim() === '') {
      drop(given.number);
      return;
    }
    const number = move(store(given, isHeld), 'unsent');
    claims.release(number);
    const said = `${listedNames(targets.map(({ ref }) => ref))}: your ${what} is kept only until you quit`;
    if (memory.has(number)) dispatch({ is: 'said', notice: { text: said, tone: 'bad' } });
  };
  const follow = (state: State): void => {
    const writing = writingIn(state.mode);
    if (writing === text?.writing) return;
    const before = text;
    text = before && writing && isSameText(before.writing, writing) ? before : undefined;
    if (before && !text) leave(before);
    if (!writing) return;
    const number = writing.draft === undefined ? undefined : Number(writing.draft);
    const earlier = text?.number;
    text ??= { writing, kind: kindIn(state, writing), number };
    [text.writing, text.number] = [writing, number];
    if (number === undefined) {
      if (writing.field.text !== '') store(text);
    } else {
      if (number !== earlier) move(number, 'writing');
      if (number > 0 && number !== earlier) claims.take(number);
      storeSoon(text);
    }
    // Its text goes on in the other one.
    if (earlier !== undefined && earlier !== text.number) drop(earlier);
  };
  const numberOf: KeptEntries['numberOf'] = ({ id }) => slots.get(String(id))?.number;
  return {
    ...{ parts, claims, account, memory, drop, numberOf },
    reason: () => reason,
    sync(state, given) {
      if (hasEnded) return false;
      dispatch = given;
      const wanted = decisionsIn(state);
      for (const [key, decision] of wanted) {
        const slot = slots.get(key);
        const isKept = slot?.isOpen && slot.decision === decision && !memory.has(slot.number);
        if (!isKept && !sending.has(key)) keep(key, decision);
      }
      follow(state);
      for (const [key, slot] of slots) if (slot.isOpen && !wanted.has(key) && !sending.has(key)) close(key, slot);
      const isUnkept = [...memory.values()].some((each) => each.state === 'waiting');
      if (isUnkept && !hasWarned)
        void context.show.warn(`decisions cannot be kept on disk (${reason}); they are only sent`);
      hasWarned ||= isUnkept;
      if (isUnkept !== (state.isUnkept ?? false)) dispatch({ is: 'kept', isKept: !isUnkept });
      const wasNews = isNews;
      isNews = false;
      return wasNews;
    },
    async save(state, writing) {
      const number = writing.draft === undefined ? undefined : Number(writing.draft);
      const isCurrent = text !== undefined && isSameText(text.writing, writing);
      const given: Text = isCurrent && text ? text : { writing, kind: kindIn(state, writing), number };
      const isHeld = await isStillHeld(given);
      return store(Object.assign(given, { writing }), isHeld);
    },
    adopt: (key, number) => void slots.set(key, { number, decision: undefined, isOpen: true }),
    async whileSending(decision, send) {
      const [key, number] = [String(decision.id), numberOf(decision)];
      sending.add(key);
      try {
        if (number === undefined || memory.has(number)) return await send(undefined);
        const entry = (await claims.isHeld(number)) ? findDraft(ledger, number) : undefined;
        if (entry) return await send(entry);
        throw new TrackerError('conflict', 'it was sent, changed or deleted elsewhere, so it is not sent from here');
      } finally {
        sending.delete(key);
        if (number !== undefined && claims.lockOf(number)?.isOurs()) claims.take(number);
      }
    },
    whereIs(decision, mayHaveArrived = false) {
      const number = numberOf(decision);
      const unkept = number === undefined ? undefined : memory.get(number);
      if (unkept && mayHaveArrived) memory.set(unkept.number, { ...unkept, state: 'doubtful' });
      return unkept || number === undefined ? 'memory' : 'draft';
    },
    async end() {
      const last = text;
      if (last) leave(last, await isStillHeld(last));
      text = undefined;
      hasEnded = true;
      await claims.end();
    },
  };
}

/** Said once: from then on, the text has a separate draft. */
const takenOver = 'your draft was changed, sent or deleted elsewhere; what you write here is now a separate draft';

/** What the server does not have yet, by keys that stay the same: what waits for it, and each conflict. */
function decisionsIn(state: State): ReadonlyMap<string, Decision> {
  return new Map([
    ...state.pending.map((decision) => [String(decision.id), decision] as const),
    ...conflictsIn(state).map(([uuid, { decision }]) => [`${decision.id} ${uuid}`, decision] as const),
  ]);
}

/** The state of an entry that is written on, waits or is left: what may have arrived says so until it is sent again. */
function becomes(from: EntryState, to: 'writing' | 'waiting' | 'unsent' | 'doubtful'): EntryState {
  return from === 'sending' || (from === 'doubtful' && to !== 'waiting') ? from : to;
}

function isSameText(one: WritingMessage, other: WritingMessage): boolean {
  return one.row === other.row && receiversKey(one) === receiversKey(other);
}

/** Whether the text of a message is being written again, maybe for other rows too. */
function isWrittenIn({ what, targets: [target], message }: Decision, writing: WritingMessage): boolean {
  const uuid = (target?.about ?? target)?.uuid;
  const isFor = writing.targets.some((each) => each.uuid === uuid);
  return what === writing.what && isFor && message?.body === writing.field.text;
}

function reasonOf(why: string): string {
  const code = /\bE[A-Z]{3,}\b/.exec(why)?.[0] ?? why;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
}
