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
  let turn: Promise<void> = Promise.resolve();
  return async (request) => {
    const own = turn.then(async () => {
      const early = last + 1000 / mostPerSecond - now();
      if (early > 0) await wait(Math.ceil(early), request.signal);
      last = now();
    });
    turn = own.catch(() => undefined);
    await own;
    return await send(request);
  };
}
