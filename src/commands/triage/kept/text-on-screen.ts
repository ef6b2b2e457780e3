import { isAsGiven, receiversKey, type WritingMessage, writingIn } from '../../../triage/model/mode.js';
import type { State } from '../../../triage/model/state.js';
import { listedNames } from '../../../triage/model/step.js';
import type { Dispatch } from '../../../triage/work.js';
import { changeOfText, kindIn } from '../change-of.js';
import type { StoredEntries } from './stored.js';

interface Text {
  writing: WritingMessage;
  readonly kind: 'ticket' | 'task';
  number: number | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** How long the newest key may not be on disk, and after how long it is tried again where that fails (milliseconds). */
const [pauseMs, againMs] = [250, 1_000];

/** Said once: from then on, the text has a separate draft. */
const takenOver = 'your draft was changed, sent or deleted elsewhere; what you write here is now a separate draft';

/** The text that is being written, in an entry from its first key. */
export class TextOnScreen {
  #text: Text | undefined;
  /** The entry whose text an editor has: what it saves there is newer than what the screen shows. */
  inEditor: number | undefined;
  /** Whether other texts are in the ledger than when this was last asked. */
  #isNews = false;

  constructor(
    readonly stored: StoredEntries,
    /** Whether an entry is now a decision that has yet to be sent. */
    readonly isToBeSent: (number: number) => boolean,
    readonly dispatch: Dispatch,
  ) {}

  get writing(): WritingMessage | undefined {
    return this.#text?.writing;
  }

  isIn(number: number): boolean {
    return this.#text?.number === number;
  }

  /** What was kept in an entry is in another one. */
  isNowIn(before: number, number: number): void {
    if (this.#text?.number === before) this.#text.number = number;
  }

  takeNews(): boolean {
    const isNews = this.#isNews;
    this.#isNews = false;
    return isNews;
  }

  /** Keeps what a state shows, and leaves what it shows no longer. */
  follow(state: State): void {
    const shown = writingIn(state.mode);
    const writing = shown && isAsGiven(shown) ? undefined : shown;
    const before = this.#text;
    if (writing === before?.writing) return;
    const { stored } = this;
    const same = before && writing && isSameText(before.writing, writing) ? before : undefined;
    this.#text = same;
    if (before && !same) this.#leave(before);
    if (!writing) return;
    const number = writing.draft === undefined ? undefined : Number(writing.draft);
    const earlier = same?.number;
    const text: Text = same ?? { writing, kind: kindIn(state, writing), number };
    this.#text = Object.assign(text, { writing, number });
    if (number === undefined) {
      if (writing.field.text !== '') this.#store(text);
    } else {
      if (number !== earlier) stored.move(number, 'writing');
      if (number > 0 && number !== earlier) stored.claims.take(number);
      this.#storeSoon(text);
    }
    // Its text goes on in the other one.
    if (earlier !== undefined && earlier !== text.number) stored.drop(earlier);
  }

  /** Keeps at once what is being written, even if it is empty; gives the number of its entry. */
  async save(state: State, writing: WritingMessage): Promise<number> {
    const number = writing.draft === undefined ? undefined : Number(writing.draft);
    const text =
      this.#text && isSameText(this.#text.writing, writing)
        ? this.#text
        : { writing, kind: kindIn(state, writing), number };
    const isHeld = await this.#isHeld(text);
    return this.#store(Object.assign(text, { writing }), isHeld);
  }

  /** Leaves it to the next session. */
  async end(): Promise<void> {
    const last = this.#text;
    if (last) this.#leave(last, await this.#isHeld(last));
    this.#text = undefined;
  }

  /** In an entry of its own, unless another program has that by now. */
  #store(text: Text, isHeld = true): number {
    const { stored, dispatch } = this;
    const { writing, kind, number } = text;
    // It may have been a decision before.
    const isNone = { decision: undefined, isRepeatable: false, notBefore: undefined };
    const fields = { ...changeOfText(writing, kind), ...isNone };
    const isKnown = isHeld && stored.isOwn(number);
    const now = isKnown ? stored.move(number, 'writing', fields) : stored.begin({ state: 'writing', ...fields });
    text.number = now;
    this.#isNews ||= !isKnown;
    const why = stored.memory.has(now) ? stored.reason() : undefined;
    if (String(now) !== writing.draft || why !== writing.unkept)
      dispatch({ is: 'draft', writing, draft: String(now), why });
    if (number !== undefined && !isKnown) dispatch({ is: 'said', notice: { text: takenOver, tone: 'bad' } });
    return now;
  }

  #storeSoon(text: Text): void {
    const isFailing = text.number !== undefined && this.stored.memory.has(text.number);
    text.timer ??= setTimeout(() => void this.#storeLate(text), isFailing ? againMs : pauseMs);
  }

  async #storeLate(text: Text): Promise<void> {
    const isHeld = await this.#isHeld(text);
    text.timer = undefined;
    // One that has been left was kept then, or is a decision. It may have become possible.
    if (this.#text !== text || text.number === this.inEditor) return;
    if (this.stored.memory.has(this.#store(text, isHeld))) this.#storeSoon(text);
  }

  async #isHeld({ number = 0 }: Text): Promise<boolean> {
    return number <= 0 || (await this.stored.claims.isHeld(number));
  }

  #leave(text: Text, isHeld = true): void {
    const { stored } = this;
    clearTimeout(text.timer);
    if (text.number === undefined) return;
    this.#isNews = true;
    if (this.isToBeSent(text.number)) return;
    const { what, field, targets } = text.writing;
    if (field.text.trim() === '') {
      stored.drop(text.number);
      return;
    }
    const number = stored.move(this.#store(text, isHeld), 'unsent');
    stored.claims.release(number);
    const said = `${listedNames(targets.map(({ ref }) => ref))}: your ${what} is kept only until you quit`;
    if (stored.memory.has(number)) this.dispatch({ is: 'said', notice: { text: said, tone: 'bad' } });
  }
}

function isSameText(one: WritingMessage, other: WritingMessage): boolean {
  return one.row === other.row && receiversKey(one) === receiversKey(other);
}
