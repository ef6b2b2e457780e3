import type { HttpRequest } from '../message.js';
import type { Outcome } from './next-try.js';
import type { RetryParts } from './retry.js';

/** Waits that come to this much in all are told (milliseconds). */
const silentMs = 1_000;

/**
 * Waits between tries, and says so once, in one sentence, as soon as the waits come to about a second in all. Without
 * `tell` nothing is said.
 */
export function createWait(tell?: (sentence: string) => void): RetryParts['wait'] {
  let sum = 0;
  let isTold = false;
  return async (milliseconds, request, outcome) => {
    sum += milliseconds;
    if (tell && !isTold && sum >= silentMs) {
      isTold = true;
      tell(explainWait(milliseconds, request, outcome));
    }
    await waitFor(milliseconds, request.signal);
  };
}

function explainWait(milliseconds: number, { url }: HttpRequest, outcome: Outcome): string {
  if ('failure' in outcome) {
    const why = outcome.failure.message.replace(/^cannot reach (\S+): /, '$1: ');
    return `${why}; trying again …`;
  }
  const { status, headers } = outcome.reply;
  const pause = headers['retry-after'] === undefined ? '' : ` in ${Math.ceil(milliseconds / 1000)} s`;
  return `${url.host} answers ${status}; trying again${pause} …`;
}

/** Waits with a timer; rejects at once when aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
