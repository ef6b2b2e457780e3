import type { State } from './model/state.js';
import { type Seen, unseenHere } from './model/unseen.js';

/** How long a change must have been at the cursor to count as seen (milliseconds). */
const lookMs = 1_000;

/** Says when a change has been on the screen for long enough to be seen. */
export class Attention {
  #uuid: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly onSeen: (seen: Seen) => void) {}

  /** To be called with each state that has been drawn. */
  drawn(state: State): void {
    const here = unseenHere(state);
    if (here?.uuid === this.#uuid) return;
    this.end();
    if (!here) return;
    this.#uuid = here.uuid;
    this.#timer = setTimeout(() => {
      this.#uuid = undefined;
      this.onSeen(here);
    }, lookMs);
  }

  /** To be called when nothing is on the screen any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#uuid = undefined;
  }
}
