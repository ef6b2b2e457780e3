import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sentenceOf } from '../output/text/sentence.js';
import type { KeyboardInput } from '../terminal/read-keys.js';
import { createScreen, type Screen } from '../terminal/screen.js';
import type { Io } from '../terminal/streams/io.js';
import type { ShownEvent } from './model/decisions/proposals.js';
import { type SeenEvent, unseenHere } from './model/decisions/unseen.js';
import { layoutOf } from './model/layout.js';
import { stoppedWords } from './model/leaving.js';
import { current } from './model/rows/rows.js';
import type { Size, State } from './model/state.js';
import type { Effect } from './model/step.js';
import { type Event, update } from './model/update.js';
import { createBodies } from './view/detail-pane.js';
import { seekText } from './view/find-text.js';
import { drawScreen, itemAt } from './view/screen.js';
import { type DetailBody, inRounds, type WorkingParts } from './work.js';

interface SessionParts extends WorkingParts {
  readonly io: Io;
  /** Aborted when the program is to end. */
  readonly signal: AbortSignal;
}

/** Runs the screen until it is over: events change the state, the state is drawn, and effects give new events. */
export async function runSession(parts: SessionParts): Promise<State> {
  return await new Session(parts).run();
}

/** How often the clock and the ages on the screen are drawn anew (milliseconds). */
const tickMs = 15_000;

/** After how long without a key what is typed is no longer what was begun before (milliseconds). */
const restMs = 500;

/** How long nobody may have typed before a screen that has failed is closed, and how long to wait for that (milliseconds). */
const [quietMs, longestQuietMs] = [400, 3_000];

/** One screen, from opening to quitting. */
class Session {
  #state: State;
  #failure: { readonly error: unknown } | undefined;
  /** Aborted when the screen is over. */
  readonly #ending = new AbortController();
  readonly #screen: Screen;
  readonly #bodies: ReturnType<typeof createBodies>;
  /** The detail that was drawn last. */
  #drawn: { readonly uuid: string | undefined; readonly body: DetailBody } | undefined;
  #shown: ShownEvent | undefined;
  /** What could be scrolled in the last frame, and how far. */
  #end: { readonly what: unknown; readonly scroll: number } | undefined;
  readonly #attention = new Attention((seen) => this.#dispatch(seen));
  #typedAt = 0;
  #resting: NodeJS.Timeout | undefined;
  #drawing: Promise<void> | undefined;
  readonly #draw = inRounds(async () => await this.#guard(async () => await this.#drawOnce()));
  #layingOut: Promise<void> | undefined;
  readonly #layOut = inRounds(async () => await this.#guard(async () => await this.#layOutOnce()));

  constructor(readonly parts: SessionParts) {
    const { io, work, start, onOpen } = parts;
    this.#screen = createScreen(io, {
      input: this.#input(),
      onChange: () => this.#dispatch({ is: 'size', size: this.#size() }),
      onStop: () => this.#perform({ do: 'suspend' }),
      onSaid: (text) => {
        // It may be why the list does not come.
        const isReading = this.#state.awaited !== undefined || !this.#state.isLoaded;
        this.#dispatch({ is: 'said', notice: { text: sentenceOf(text), tone: 'plain', isReading } });
      },
    });
    this.#bodies = createBodies(work);
    this.#state = { ...start, size: this.#size() };
    onOpen(this.#dispatch);
  }

  async run(): Promise<State> {
    const { work, signal, effects, ruler } = this.parts;
    const over = new Promise((resolve) => this.#ending.signal.addEventListener('abort', resolve, { once: true }));
    const quit = (): void => this.#ending.abort();
    signal.addEventListener('abort', quit, { once: true });
    const clock = setInterval(() => this.#redraw(), tickMs);
    const working: Promise<void>[] = [];
    try {
      await this.#screen.open();
      this.#redraw();
      work.keepUnsent(this.#state);
      for (const effect of effects) this.#perform(effect);
      const loading = async (): Promise<void> => {
        await this.#drawing;
        await ruler.load();
        this.#redraw();
      };
      working.push(
        this.#guard(loading),
        this.#guard(async () => await work.watch(this.#ending.signal)),
      );
      await over;
      work.stop();
      await this.#drawing;
    } finally {
      signal.removeEventListener('abort', quit);
      clearInterval(clock);
      this.#attention.end();
      clearTimeout(this.#resting);
      if (this.#failure) await this.#ignoreKeys();
      await this.#screen.close();
    }
    await Promise.all([...working, this.#layingOut]);
    if (this.#failure) throw this.#failure.error;
    signal.throwIfAborted();
    return this.#state;
  }

  /** Waits until nothing has been typed for a moment, so that the shell does not get what was meant for the screen. */
  async #ignoreKeys(): Promise<void> {
    const start = performance.now();
    this.#typedAt = start;
    while (performance.now() < Math.min(this.#typedAt + quietMs, start + longestQuietMs)) await pause(quietMs / 10);
  }

  #input(): KeyboardInput {
    return {
      key: (key) => {
        this.#typedAt = performance.now();
        this.#dispatch({ is: 'key', key });
      },
      mouse: (what, row, column) => {
        const uuid = what === 'click' ? itemAt(this.#state, this.parts.ruler, row, column) : undefined;
        if (uuid !== undefined) this.#dispatch({ is: 'click', uuid });
        else if (what !== 'click') this.#dispatch({ is: 'key', key: { name: wheelKey(this.#state, what, column) } });
      },
      focus: () => this.#perform({ do: 'list' }),
      isWriting: () => this.#state.mode.is !== 'list',
    };
  }

  #size(): Size {
    const { stdout } = this.parts.io;
    return { columns: stdout.columns(), rows: stdout.rows() };
  }

  readonly #dispatch = (event: Event): void => {
    const { work, onState } = this.parts;
    const [reached, ...effects] = update(this.#state, event);
    const next = event.is === 'key' ? this.#stopAtEnd(reached) : reached;
    this.#state = next;
    onState(next);
    if (event.is === 'key') this.#awaitRest(next);
    // On disk before it is sent, and also what becomes of it once the screen has closed.
    work.keepUnsent(next);
    if (this.#ending.signal.aborted) return;
    for (const effect of effects) this.#perform(effect);
    this.#redraw();
    if (next.isOver) this.#ending.abort();
  };

  /** Says when nothing has been typed for a while after a key that came too early. */
  #awaitRest({ isTypedAhead }: State): void {
    clearTimeout(this.#resting);
    if (isTypedAhead) this.#resting = setTimeout(() => this.#dispatch({ is: 'rested' }), restMs);
  }

  #perform(effect: Effect): void {
    const { work } = this.parts;
    void this.#guard(async () => {
      if (effect.do === 'edit' || effect.do === 'suspend') this.#attention.end();
      if (effect.do === 'repaint') this.#screen.forget();
      else if (effect.do === 'seek') this.#dispatch(seekText(this.#bodies.get(this.#state)?.lines ?? [], effect));
      else if (effect.do === 'suspend') await this.#screen.suspend(stoppedWords(this.#state));
      else if (effect.do === 'edit') await this.#screen.away(async () => await work.run(effect));
      else await work.run(effect);
    });
  }

  /** Ends the session with the first error. */
  async #guard(doing: () => Promise<void>): Promise<void> {
    try {
      await doing();
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      this.#failure = { error };
      this.#ending.abort();
    }
  }

  /** Draws the newest state; while a frame is being written, at most one more is waiting. */
  #redraw(): void {
    this.#drawing = this.#draw();
  }

  async #drawOnce(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const { work, ruler, paint } = this.parts;
    const scroll = this.#scrollNow();
    if (scroll !== undefined) this.#dispatch({ is: 'scrolled', scroll });
    const state = this.#state;
    const setting = work.setting(state);
    const body = this.#bodies.get(this.#state);
    const frame = drawScreen(state, { ruler, setting, body });
    if (!isDeepStrictEqual(frame.shown, this.#shown)) {
      this.#shown = frame.shown;
      if (frame.shown) this.#dispatch(frame.shown);
    }
    // Whatever has the terminal, a frame is drawn once it is back.
    if (!(await this.#screen.draw(frame.lines.map(paint), frame.cursor))) return;
    this.#attention.drawn(state);
    this.#end = { what: this.#scrolled(state), scroll: frame.furthest };
    if (this.#stopAtEnd(state) !== state) this.#dispatch({ is: 'furthest', scroll: frame.furthest });
    if (body && state.isToLastWords) this.#dispatch({ is: 'scrolled', scroll: scrollToWords(body, frame.furthest) });
    this.#layingOut = this.#layOut();
  }

  /** Nothing is scrolled beyond its end, however many keys come before the next frame. */
  #stopAtEnd(state: State): State {
    const end = this.#end;
    const what = this.#scrolled(state);
    const from = state.mode.is === 'actions' ? state.mode.from : state.scroll;
    if (!end || what === undefined || what !== end.what || from <= end.scroll) return state;
    return update(state, { is: 'furthest', scroll: end.scroll })[0];
  }

  /** What scrolls: the list of all keys, or the detail as it is laid out, once it is. */
  #scrolled(state: State): unknown {
    return state.mode.is === 'actions' ? 'actions' : this.#bodies.get(state);
  }

  /** Lays out the detail at the cursor, which may take a while, and draws it then. */
  async #layOutOnce(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const state = this.#state;
    const { now } = this.parts.work.setting(state);
    if (await this.#bodies.layOut(state, now)) this.#redraw();
  }

  /** How far the detail is to be scrolled now that it is laid out, if that is not as far as it is. */
  #scrollNow(): number | undefined {
    const body = this.#bodies.get(this.#state);
    const { scroll } = this.#state;
    const uuid = current(this.#state)?.uuid;
    if (!body) return undefined;
    const before = this.#drawn;
    this.#drawn = { uuid, body };
    // Laid out in another width, or with other folds, it shows the same entry.
    const isOther = before?.uuid !== uuid || before?.body.starts.length !== body.starts.length;
    const to = isOther || !before ? scroll : samePlace(before.body, body, scroll);
    return to === scroll ? undefined : to;
  }
}

/** How far a detail is scrolled so that the last words of the other side can be read: not at all if they are seen so. */
function scrollToWords({ lines, starts, lastWords }: DetailBody, furthest: number): number {
  const end = starts.find((start) => start > lastWords) ?? lines.length;
  const isSeen = furthest === 0 || Math.min(end, lastWords + leastWords) < lines.length - furthest;
  return isSeen ? 0 : lastWords;
}

/** How many lines of an entry are enough to see what it is about. */
const leastWords = 6;

/** The line that shows the same entry, or the same line of it. */
function samePlace(before: DetailBody, after: DetailBody, scroll: number): number {
  const start = before.starts.findLast((each) => each <= scroll) ?? 0;
  return (after.starts[before.starts.indexOf(start)] ?? 0) + scroll - start;
}

/** The wheel scrolls the detail beside the list, and moves in the list. */
function wheelKey(state: State, what: 'wheel-up' | 'wheel-down', column: number): string {
  const { isWide, listWidth, listHeight } = layoutOf(state, state.size.rows);
  if (state.mode.is !== 'list' || listHeight === 0 || (isWide && column > listWidth)) return what;
  return what === 'wheel-up' ? 'up' : 'down';
}

/** How long a change must have been at the cursor to count as seen (milliseconds). */
const lookMs = 1_000;

/** Says when a change has been on the screen for long enough to be seen. */
export class Attention {
  #uuid: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly onSeen: (seen: SeenEvent) => void) {}

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
