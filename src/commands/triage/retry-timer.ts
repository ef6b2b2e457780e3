import type { Effect } from '../../triage/model/step.js';
import type { Dispatch } from '../../triage/work.js';

/** Says when it is time to send again what is held. */
interface RetryTimer {
  start(effect: Extract<Effect, { do: 'retry' }>, dispatch: Dispatch): void;
  stop(): void;
}

/** The longest time a timer takes (milliseconds). */
const longestMs = 2 ** 31 - 1;

/** One timer at a time: of several waits that the server has asked for, the one that ends last counts. */
export function createRetryTimer(): RetryTimer {
  let timer: NodeJS.Timeout | undefined;
  let askedUntil = 0;
  return {
    start({ ms, isAsked }, dispatch) {
      const until = performance.now() + Math.min(ms, longestMs);
      if (until < askedUntil) return;
      if (isAsked) askedUntil = until;
      clearTimeout(timer);
      timer = setTimeout(() => dispatch({ is: 'retry' }), Math.min(ms, longestMs));
    },
    stop() {
      clearTimeout(timer);
      askedUntil = 0;
    },
  };
}
