import type { HttpRequest } from '../message.js';
import type { Outcome } from './next-try.js';
import type { RetryParts } from './retry.js';

/** The total waiting time after which a notice is shown (milliseconds). */
const silentMs = 1_000;

/**
 * Waits between tries. Calls `notify` once, with a sentence that says why, when the waits add up to about a second.
 */
export function createWait(notify?: (sentence: string) => void): RetryParts['wait'] {
  let sum = 0;
  let isNotified = false;
  return async (milliseconds, request, outcome) => {
    sum += milliseconds;
    if (notify && !isNotified && sum >= silentMs) {
      isNotified = true;
      notify(explainWait(milliseconds, request, outcome));
    }
    await waitFor(milliseconds, request.signal);
  };
}

function explainWait(milliseconds: number, { url }: HttpRequest, outcome: Outcome): string {
  if ('failure' in outcome) {
    const why = outcome.failure.message.replace(/^cannot reach (\S+): /, '$1: ');
    return `${why}; trying again…`;
  }
  const { status, headers } = outcome.reply;
  const pause = headers['retry-after'] === undefined ? '' : ` in ${Math.ceil(milliseconds / 1000)} s`;
  return `${url.host} returned ${status}; trying again${pause}…`;
}

/** Waits; rejects at once with the signal's reason when aborted. */
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
