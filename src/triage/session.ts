import type { Paint } from '../output/text/colour.js';
import type { Ruler } from '../output/text/width.js';
import type { Io } from '../terminal/streams/io.js';
import { current } from './model/rows.js';
import type { State } from './model/state.js';
import type { Effect } from './model/step.js';
import { type Event, update } from './model/update.js';
import type { Input } from './screen/read-keys.js';
import { createTerminal } from './screen/terminal.js';
import { drawScreen, itemAt, layoutOf } from './view/screen.js';
import type { Body, Work } from './work.js';

export interface SessionParts {
  readonly io: Io;
  readonly paint: Paint;
  readonly ruler: Ruler;
  readonly work: Work;
  /** Aborted when the program is to end. */
  readonly signal: AbortSignal;
  readonly start: State;
  /** What is to be done first. */
  readonly effects: readonly Effect[];
  /** Called with each state. */
  readonly onState: (state: State) => void;
}

/** How often the clock and the ages on the screen are drawn anew (milliseconds). */
const tickMs = 15_000;

/** Runs the screen until it is over: events change the state, the state is drawn, and effects give new events. */
export async function runSession(parts: SessionParts): Promise<State> {
  const { io, paint, ruler, work, signal } = parts;
  let state: State = parts.start;
  let failure: { readonly error: unknown } | undefined;
  let finish = (): void => undefined;
  const over = new Promise<void>((resolve) => (finish = resolve));
  const ending = new AbortController();
  const bodies = new Map<string, Body>();
  let isAway = false;
  let drawing: Promise<void> | undefined;
  let isStale = false;

  const fullScreen = await io.fullScreen();
  const input: Input = {
    key: (key) => tell({ is: 'key', key }),
    mouse(what, row, column) {
      const uuid = what === 'click' ? itemAt(state, row, column) : undefined;
      if (uuid !== undefined) tell({ is: 'click', uuid });
      else if (what !== 'click') tell({ is: 'key', key: { name: wheelKey(state, what, column) } });
    },
    focus: () => perform({ do: 'list' }),
  };
  const terminal = createTerminal(io, fullScreen, { paint, input });

  const tell = (event: Event): void => {
    if (ending.signal.aborted) return;
    const before = state;
    const [next, ...effects] = update(state, event);
    state = next;
    parts.onState(state);
    if (before.pending !== state.pending) work.keepPending(state);
    for (const effect of effects) perform(effect);
    redraw();
    if (state.isOver) finish();
  };

  const perform = (effect: Effect): void => {
    void performNow(effect).catch((error: unknown) => {
      failure ??= { error };
      finish();
    });
  };

  const performNow = async (effect: Effect): Promise<void> => {
    if (effect.do === 'repaint') return terminal.forget();
    if (effect.do === 'suspend') return await away(async () => await fullScreen.suspend());
    if (effect.do === 'edit') return await away(async () => await work.edit(effect, tell));
    await work.run(effect, tell);
  };

  /** Leaves the terminal to others while the work lasts. */
  const away = async (doing: () => Promise<void>): Promise<void> => {
    isAway = true;
    await drawing;
    await terminal.close();
    try {
      await doing();
    } finally {
      if (!ending.signal.aborted) await terminal.open();
      isAway = false;
      redraw();
    }
  };

  /** Draws the newest state; while a frame is being written, at most one more is waiting. */
  const redraw = (): void => {
    isStale = true;
    drawing ??= drawAll().finally(() => {
      drawing = undefined;
    });
    drawing.catch((error: unknown) => {
      failure ??= { error };
      finish();
    });
  };

  const drawAll = async (): Promise<void> => {
    while (isStale && !isAway && !ending.signal.aborted) {
      isStale = false;
      const uuid = current(state)?.uuid ?? '';
      const { detailWidth } = layoutOf(state, state.size.rows);
      const key = `${uuid} ${detailWidth}`;
      const detail = state.details.get(uuid);
      await terminal.draw(drawScreen(state, { ruler, setting: work.setting(state), ...bodyOf(key) }));
      if (detail === undefined || laidOut.get(key) === detail) continue;
      laidOut.set(key, detail);
      const body = await work.body(state, uuid, detailWidth);
      if (body) bodies.set(key, body);
      isStale = true;
    }
  };
  const laidOut = new Map<string, unknown>();
  const bodyOf = (key: string): { readonly body: Body['lines'] | undefined; readonly news: string | undefined } => {
    const known = bodies.get(key);
    return { body: known?.lines, news: known?.news?.(work.setting(state).now) };
  };

  const endings = [
    fullScreen.onResize(() => {
      terminal.forget();
      tell({ is: 'size', size: terminal.size() });
    }),
    fullScreen.onContinue(() => {
      if (isAway) return;
      void terminal.open().then(() => tell({ is: 'size', size: terminal.size() }));
      perform({ do: 'list' });
    }),
  ];
  const clock = setInterval(redraw, tickMs);
  signal.addEventListener('abort', finish, { once: true });
  fullScreen.divert((text) => {
    const [line = ''] = text.split('\n').filter((each) => each.trim() !== '');
    tell({ is: 'said', notice: { text: line.replace(/^(?:warning|hint): /, ''), tone: 'plain' } });
  });
  try {
    state = { ...state, size: terminal.size() };
    await terminal.open();
    redraw();
    for (const effect of parts.effects) perform(effect);
    const watching = work.watch(tell, ending.signal).catch((error: unknown) => {
      if (ending.signal.aborted) return;
      failure ??= { error };
      finish();
    });
    await over;
    ending.abort();
    await drawing?.catch(() => undefined);
    await watching;
  } finally {
    ending.abort();
    clearInterval(clock);
    for (const end of endings) end();
    signal.removeEventListener('abort', finish);
    fullScreen.divert(undefined);
    await terminal.close();
  }
  if (failure) throw failure.error;
  signal.throwIfAborted();
  return state;
}

/** The wheel scrolls the detail beside the list, and moves in the list. */
function wheelKey(state: State, what: 'wheel-up' | 'wheel-down', column: number): string {
  const { isWide, listWidth } = layoutOf(state, state.size.rows);
  if (state.mode.is !== 'list' || (isWide && column > listWidth)) return what;
  return what === 'wheel-up' ? 'up' : 'down';
}
