import type { EffectOf } from '../../triage/model/step.js';
import type { SessionParts } from './shared.js';

/** The longest time a timer takes (milliseconds). */
const longestMs = 2 ** 31 - 1;

/** Says when it is time to send again what is held; of several waits that the server has asked for, the one that ends last counts. */
export function createRetryTimer({ dispatch }: Pick<SessionParts, 'dispatch'>) {
  let timer: NodeJS.Timeout | undefined;
  let askedUntil = 0;
  return {
    start({ ms, isAsked }: EffectOf<'retry'>): void {
      const until = performance.now() + Math.min(ms, longestMs);
      if (until < askedUntil) return;
      if (isAsked) askedUntil = until;
      clearTimeout(timer);
      timer = setTimeout(() => dispatch({ is: 'retry' }), Math.min(ms, longestMs));
    },
    stop(): void {
      clearTimeout(timer);
      askedUntil = 0;
    },
  };
}
