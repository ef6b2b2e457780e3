import type { Line, Paint } from '../output/text/span.js';
import type { LateRuler } from '../output/text/width.js';
import type { Setting } from '../output/view.js';
import type { State } from './model/state.js';
import type { Effect, EffectOf } from './model/step.js';
import type { Event } from './model/update.js';

/** What the screen leaves to the program's commands. */
export interface TriageWork {
  /** Does this; during `edit`, the terminal is the editor's. */
  run(effect: Exclude<Effect, { do: 'suspend' | 'repaint' }>): Promise<void>;
  /** Reports changes made elsewhere, until the signal is aborted. */
  watch(signal: AbortSignal): Promise<void>;
  /** Keeps what is written and what has not been sent, also for the next time; called with each state. */
  keepUnsent(state: State): void;
  /** Sends nothing more, and soon aborts what is under way. */
  stop(): void;
  /** Finishes what is being kept at the end, and says what could not be. Whether there was any. */
  end(state: State): Promise<boolean>;
  /** People and clock for the cells of the list. */
  setting(state: State): Setting;
  /** The body of a row's detail at this width, and who changed it last; undefined if it has not been read. */
  body(state: State, uuid: string, width: number): Promise<DetailBody | undefined>;
}

export interface DetailBody {
  readonly lines: readonly Line[];
  /** The line where each entry starts, newest first; several may be folded into one. */
  readonly starts: readonly number[];
  /** The line where what the other side wrote last starts. */
  readonly lastWords: number;
  readonly news: ((now: Date) => string) | undefined;
  /** What is proposed, above the rest: which that is, and the line after it; none if it is cut. */
  readonly proposed?: { readonly key: string; readonly end: number | undefined };
  /** The times in it as they read at a moment. */
  readonly times: (now: Date) => string;
}

/** What both the screen and the questions need. */
export interface WorkingParts {
  readonly paint: Paint;
  readonly ruler: LateRuler;
  readonly work: TriageWork;
  readonly start: State;
  /** What is to be done first. */
  readonly effects: readonly Effect[];
  /** Called first, with what takes the events that come of the work. */
  readonly onOpen: (dispatch: Dispatch) => void;
  /** Called with each state. */
  readonly onState: (state: State) => void;
}

/** Takes an event. */
export type Dispatch = (event: Event) => void;

/** What does effects. */
export type Doers = {
  readonly [D in Effect['do']]?: (effect: EffectOf<D>) => Promise<void> | void;
};

/** Work that is done again, once, for all wishes that come while it lasts. Gives what is fulfilled once it rests. */
export function inRounds(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const rounds = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      // In the same step as the last look at the wish, so that none comes in between.
      running = undefined;
    }
  };
  return () => {
    isWanted = true;
    running ??= rounds();
    return running;
  };
}
