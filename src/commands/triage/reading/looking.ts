import { setTimeout as pause } from 'node:timers/promises';
import { markSeen } from '../../../client/state/seen.js';
import { namingReference } from '../../../output/text/sentence.js';
import { isDetailShown } from '../../../triage/model/layout.js';
import { writingIn } from '../../../triage/model/mode.js';
import { withShortTexts } from '../../../triage/model/rows/rows.js';
import { isTooSmall } from '../../../triage/model/state.js';
import { inRounds } from '../../../triage/work.js';
import { Customers } from '../beside/customers.js';
import { SimilarTexts } from '../beside/similar.js';
import { isRecoverable, itemIn, type SessionParts } from '../shared.js';
import { type RowDetail, readDetail, rememberedDetail } from './details.js';
import { contextUntil } from './sources.js';
import { wordsOf } from './words.js';

/** How long the cursor must rest on a row before it is read (milliseconds). */
const restMs = 150;

/** How many rows in doubt are read at once. */
const mostAtOnce = 8;

/**
 * Shows what is known of the row at the cursor at once, and reads it once the cursor rests there: one row at a time, and not to the end
 * if the cursor moves on. Rows of which the list does not tell enough are read wherever they are.
 */
export class Looks {
  #hasRead = false;
  #lastShown: unknown;
  /** The row at the cursor, aborted once that moves on. */
  #here: { readonly uuid: string; readonly left: AbortController; readonly restsAt: number } | undefined;
  #looking: Promise<void> | undefined;
  readonly #customers: Customers;
  readonly #similar: SimilarTexts;
  readonly #waiting = new Set<string>();
  readonly #reading = new Set<string>();
  readonly #readHere = inRounds(async () => {
    if (!this.#here) return;
    const { uuid, left, restsAt } = this.#here;
    await pause(Math.max(0, restsAt - performance.now()), undefined, { signal: left.signal }).catch(() => undefined);
    if (this.shared.state().at === uuid && !left.signal.aborted) await this.#read(uuid, left.signal);
  });

  constructor(readonly shared: SessionParts) {
    this.#customers = new Customers(shared);
    this.#similar = new SimilarTexts(shared);
  }

  async look(uuid: string): Promise<void> {
    const looking = this.#look(uuid);
    if (this.shared.state().at === uuid) this.#looking = looking;
    await looking;
  }

  /** Waits until the row at the cursor has been read, or could not be. */
  async hasLooked(): Promise<void> {
    await this.#looking;
  }

  async #look(uuid: string): Promise<void> {
    const { at, marks } = this.shared.state();
    // Only the server can say what has become of a row in doubt.
    if (marks.get(uuid)?.isUnsure) {
      this.#waiting.add(uuid);
      return await this.#readInDoubt();
    }
    if (at !== uuid) return;
    const known = this.#customers.look(uuid);
    // A question is asked once everything has been read, but a screen waits for nothing.
    if (this.shared.state().isSpoken) await known;
    if (this.#here?.uuid !== uuid) {
      this.#here?.left.abort();
      // The first row was there before anybody could move.
      const restsAt = this.#here ? performance.now() + restMs : 0;
      this.#here = { uuid, left: new AbortController(), restsAt };
      await this.#recall(uuid);
    }
    await this.#readHere();
  }

  /** Remembers what is on the screen as seen; called after each event, since a text that was being written may have covered it. */
  markShown(): void {
    const state = this.shared.state();
    const { at, mode, size } = state;
    const envelope = at === undefined ? undefined : this.shared.seen.get(at)?.envelope;
    if (!envelope || envelope === this.#lastShown || writingIn(mode) || isTooSmall(size)) return;
    if (!isDetailShown(state)) return;
    this.#lastShown = envelope;
    markSeen(this.shared.client, envelope);
  }

  /** Does the same for a row whose news has been named on the screen. */
  markNamed(uuid: string): void {
    const envelope = this.shared.seen.get(uuid)?.envelope;
    if (envelope) markSeen(this.shared.client, envelope);
  }

  #show(uuid: string, found: RowDetail): void {
    this.shared.seen.set(uuid, found);
    this.shared.dispatch({ is: 'detail', uuid, detail: withShortTexts(found.envelope), item: found.item });
    this.markShown();
    void this.#customers.look(uuid);
    void this.#similar.look(uuid);
  }

  async #recall(uuid: string): Promise<void> {
    const { context, seen } = this.shared;
    const item = seen.has(uuid) ? undefined : itemIn(this.shared, uuid);
    const remembered = item && (await rememberedDetail(context, item));
    if (remembered && !seen.has(uuid)) this.#show(uuid, remembered);
  }

  async #read(uuid: string, dropped?: AbortSignal): Promise<void> {
    const { reads, seen } = this.shared;
    const item = itemIn(this.shared, uuid);
    if (!item) return;
    try {
      const reading = dropped ? await contextUntil(reads, dropped) : reads;
      this.#show(uuid, await readDetail(reading, item, !seen.has(uuid)));
      // With the first detail, it is learned who is of the team.
      if (!this.#hasRead) this.shared.dispatch({ is: 'words', words: wordsOf(this.shared) });
      this.#hasRead = true;
    } catch (error) {
      if (dropped?.aborted) return;
      if (!isRecoverable(error)) throw error;
      const isMissing = error.kind === 'not_found' || error.kind === 'forbidden' || error.status === 410;
      this.shared.dispatch({ is: 'no-detail', uuid, why: namingReference(error.message, item), isMissing });
    }
  }

  async #readInDoubt(): Promise<void> {
    if (this.#reading.size >= mostAtOnce) return;
    for (let uuid = this.#nextInDoubt(); uuid !== undefined; uuid = this.#nextInDoubt()) {
      this.#reading.add(uuid);
      await this.#read(uuid).finally(() => this.#reading.delete(uuid ?? ''));
    }
  }

  /** The row in doubt to be read next, the one at the cursor first; each is read once at a time. */
  #nextInDoubt(): string | undefined {
    const free = [this.shared.state().at, ...this.#waiting].find(
      (uuid) => uuid !== undefined && this.#waiting.has(uuid) && !this.#reading.has(uuid),
    );
    if (free !== undefined) this.#waiting.delete(free);
    return free;
  }
}
