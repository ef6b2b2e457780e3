import { seenOf } from '../../../client/state/seen.js';
import { attempt } from '../../../contract/errors.js';
import type { Row } from '../../../contract/row.js';
import type { Entry } from '../../../ledger/entry.js';
import { conflictsIn } from '../../../triage/model/decisions/conflicts.js';
import type { Decision } from '../../../triage/model/decisions/decision.js';
import type { WritingMessage } from '../../../triage/model/mode.js';
import type { State } from '../../../triage/model/state.js';
import { filesIn } from '../../sending/last-read.js';
import { changeOf } from '../change-of.js';
import type { StoredEntries } from './stored.js';
import type { TextOnScreen } from './text-on-screen.js';

interface Slot {
  readonly number: number;
  /** As it was kept last. */
  readonly decision: Decision | undefined;
  /** Whether it has yet to be sent. */
  readonly isOpen: boolean;
}

/** What a session is about to send, each in an entry, by keys that stay the same. */
export class KeptDecisions {
  readonly #slots = new Map<string, Slot>();
  /** Those whose entry is changed by whoever sends them. */
  readonly sending = new Set<string>();

  constructor(
    readonly stored: StoredEntries,
    readonly text: TextOnScreen,
  ) {}

  numberOf(key: string): number | undefined {
    return this.#slots.get(key)?.number;
  }

  isToBeSent(number: number): boolean {
    return [...this.#slots.values()].some((each) => each.isOpen && each.number === number);
  }

  /** Goes on with the entry of a decision that another session has left. */
  adopt(key: string, number: number): void {
    this.#slots.set(key, { number, decision: undefined, isOpen: true });
  }

  /** Keeps what a state has that is not kept as it is now. */
  keepAll(wanted: ReadonlyMap<string, Decision>): void {
    for (const [key, decision] of wanted) {
      const slot = this.#slots.get(key);
      const isKept = slot?.isOpen && slot.decision === decision && !this.stored.memory.has(slot.number);
      if (!isKept && !this.sending.has(key)) this.#keep(key, decision);
    }
  }

  /** Closes what a state has no longer. Whether there are other texts then. */
  closeOthers(wanted: ReadonlyMap<string, Decision>): boolean {
    const gone = [...this.#slots].filter(([key, { isOpen }]) => isOpen && !wanted.has(key) && !this.sending.has(key));
    for (const [key, slot] of gone) this.#close(key, slot);
    return gone.some(([, { decision }]) => decision?.message !== undefined);
  }

  #keep(key: string, decision: Decision): void {
    const { stored, text } = this;
    const { message, batch } = decision;
    const state = decision.isInDoubt ? 'doubtful' : 'waiting';
    const isNew = !this.#slots.has(key);
    const fields = { ...fieldsOf(decision), ...(isNew && { seen: this.#seenIn(decision) }) };
    const draft = message?.draft === undefined ? undefined : Number(message.draft);
    const known = this.#slots.get(key)?.number ?? draft;
    const isTogether = (each: Slot): boolean => each.decision?.batch === batch && each.number > 0;
    const first = batch === undefined ? undefined : [...this.#slots.values()].find(isTogether);
    const isGone = known !== undefined && known === draft && !stored.claims.isLost(known) && !stored.find(known);
    const number = stored.isOwn(known)
      ? stored.move(known, state, { ...fields, ...(isNew && this.#placeNow(known)) })
      : isGone
        ? known
        : stored.begin({ state, ...fields, group: first?.number });
    if (number > 0) stored.claims.take(number);
    if (draft !== undefined) text.isNowIn(draft, number);
    this.#slots.set(key, { number, decision, isOpen: true });
  }

  /** What is not to be sent from here is deleted; a text is only left, unless it is being written again. */
  #close(key: string, slot: Slot): void {
    const { stored, text } = this;
    const { number, decision } = slot;
    this.#slots.set(key, { ...slot, isOpen: false });
    if (text.isIn(number) || this.isToBeSent(number)) return;
    const known = stored.find(number);
    const isLeft = decision?.message !== undefined && !(text.writing && isWrittenIn(decision, text.writing));
    // What was accepted with other parts is decided on with them again.
    if (isLeft && known?.isProposal && known.state === 'waiting' && decision.batch !== undefined)
      stored.move(number, 'proposed', { decision: undefined, seen: undefined });
    else if (isLeft || known?.state === 'doubtful')
      stored.move(number, 'unsent', { decision: undefined, group: undefined });
    else stored.drop(number);
    stored.claims.release(number);
  }

  /** The place of a text that was written before something else was decided, and is sent after that. */
  #placeNow(number: number): Partial<Entry> {
    const { ledger } = this.stored.parts;
    const turn = attempt(() => (number < 0 || ledger.isNewest(number) ? undefined : ledger.moment()));
    return { turn, after: undefined };
  }

  /** What was seen of the rows of a decision when it was made: what is shown later is no reason to send it. */
  #seenIn(decision: Decision): Row {
    const seen = decision.targets.map(
      ({ uuid, about = { uuid } }) => [about.uuid, { seen: seenOf(this.stored.client, about.uuid) }] as const,
    );
    return { ...Object.fromEntries(seen), ...filesIn(changeOf(decision)) };
  }
}

/** What the server does not have yet, by keys that stay the same: what waits for it, and each conflict. */
export function decisionsIn(state: State): ReadonlyMap<string, Decision> {
  return new Map([
    ...state.pending.map((decision) => [String(decision.id), decision] as const),
    ...conflictsIn(state).map(([uuid, { decision }]) => [`${decision.id} ${uuid}`, decision] as const),
  ]);
}

/** Whether the text of a message is being written again, maybe for other rows too. */
function isWrittenIn({ what, targets: [target], message }: Decision, writing: WritingMessage): boolean {
  const uuid = (target?.about ?? target)?.uuid;
  const isFor = writing.targets.some((each) => each.uuid === uuid);
  return what === writing.what && isFor && message?.body === writing.field.text;
}

function fieldsOf(decision: Decision) {
  const {
    isHeld: _isHeld,
    dueWith: _due,
    isBegun: _isBegun,
    isInDoubt: _isInDoubt,
    notBefore,
    message: _text,
    ...shown
  } = decision;
  return { ...changeOf(decision), decision: shown, notBefore };
}
