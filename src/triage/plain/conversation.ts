import { asText } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { untilWords } from '../model/leaving.js';
import type { State } from '../model/state.js';
import type { Effect } from '../model/step.js';
import { unseenHere } from '../model/unseen.js';
import { type Event, update } from '../model/update.js';
import { type PlainParts, type Press, sayWrapped } from './questions.js';

/** How long to wait before saying what for (milliseconds). */
const silentMs = 1_000;

/** Presses keys for the answers to questions: events change the state, and effects are waited for before the next question. */
export class Conversation {
  #state: State;
  /** What was begun and has not been waited for. */
  #working: Promise<void>[] = [];
  #isEditing = false;
  #wake = (): void => undefined;
  readonly #over = new AbortController();

  constructor(readonly parts: PlainParts) {
    this.#state = parts.start;
  }

  get state(): State {
    return this.#state;
  }

  /** Aborted when nothing is asked any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Whether everything is to be sent before the end. */
  get isWaiting(): boolean {
    const { isOver, mode } = this.#state;
    return !isOver && mode.is === 'leave' && mode.isWaiting === true;
  }

  /** What was said of a state has been read, as far as there is something new. */
  wasRead(said: State): void {
    const seen = unseenHere(said);
    if (seen) this.#dispatch(seen);
  }

  async begin(): Promise<void> {
    const { context, work, effects } = this.parts;
    work.keepUnsent(this.#state, this.#dispatch);
    for (const effect of effects) this.#perform(effect);
    this.#dispatch({ is: 'size', size: { columns: context.io.stdout.columns(), rows: 1_000 } });
    this.#perform({ do: 'list' });
    await this.#settle();
  }

  readonly press: Press = async (...pressed) => await this.tell(...pressed.map((key): Event => ({ is: 'key', key })));

  async tell(...events: readonly Event[]): Promise<void> {
    // What was sent while the question was open.
    await this.sayNotice();
    for (const event of events) this.#dispatch(event);
    await this.#settle();
  }

  /** Waits until everything is sent; what is held is tried again now and then. */
  async waitUntilSent(): Promise<void> {
    const until = untilWords(this.#state, this.parts.work.setting(this.#state).now);
    await this.#say(`waiting${until || ' for the server'}; Ctrl-C keeps the rest for next time`);
    while (this.isWaiting) {
      if (this.#working.length === 0) await this.#nextEvent();
      await this.#settle();
    }
  }

  readonly #dispatch = (event: Event): void => {
    const { onState, work } = this.parts;
    const [next, ...effects] = update(this.#state, event);
    this.#state = next;
    onState(next);
    work.keepUnsent(next, this.#dispatch);
    for (const effect of effects) this.#perform(effect);
    this.#wake();
    if (next.isOver) this.#over.abort();
  };

  #perform(effect: Effect): void {
    const { work } = this.parts;
    if (effect.do === 'suspend' || effect.do === 'repaint') return;
    this.#isEditing ||= effect.do === 'edit';
    const doing = effect.do === 'edit' ? work.edit(effect, this.#dispatch) : work.run(effect, this.#dispatch);
    // What is sent again while a question is open fails where it is waited for.
    doing.catch(() => undefined);
    this.#working.push(doing);
  }

  /** Waits for everything that was begun, and for what that began. */
  async #settle(): Promise<void> {
    let saying: Promise<void> | undefined;
    const timer = setTimeout(() => {
      // A failure shows at the next write.
      if (!this.#isEditing) saying = this.#say(waitingWords(this.#state)).catch(() => undefined);
    }, silentMs);
    await this.#finish().finally(() => clearTimeout(timer));
    await saying;
    await this.sayNotice();
  }

  async #finish(): Promise<void> {
    while (this.#working.length > 0) {
      const now = this.#working;
      this.#working = [];
      await Promise.all(now);
    }
    this.#isEditing = false;
  }

  async #nextEvent(): Promise<void> {
    const { signal } = this.parts.context;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      this.#wake = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
    });
  }

  /** Says what has happened since the last time. */
  async sayNotice(): Promise<void> {
    const { notice } = this.#state;
    this.#state = { ...this.#state, notice: undefined };
    if (notice) await this.#say(cleanLine(asText(notice.text)));
  }

  async #say(text: string): Promise<void> {
    await sayWrapped(this.parts, text);
  }
}

function waitingWords({ pending }: State): string {
  return pending.some(({ isHeld }) => !isHeld) ? 'sending…' : 'waiting for the server…';
}
