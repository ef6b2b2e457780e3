import { oneAfterAnother } from '../contract/in-turn.js';
import type { Send } from './message.js';

interface Pace {
  readonly mostPerSecond: number;
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Sends one request after another, each so long after the one before that there are never more than `mostPerSecond`. */
export function withPace(send: Send, { mostPerSecond, now, wait }: Pace): Send {
  let last = Number.NEGATIVE_INFINITY;
  const inTurn = oneAfterAnother();
  return async (request) => {
    await inTurn(async () => {
      const early = last + 1000 / mostPerSecond - now();
      if (early > 0) await wait(Math.ceil(early), request.signal);
      last = now();
    });
    return await send(request);
  };
}
