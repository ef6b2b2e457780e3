import type { HttpRequest, Send } from '../message.js';
import { NetworkFailure } from '../network-failure.js';
import type { Outcome } from './next-try.js';

export interface RetryParts {
  readonly now: () => Date;
  /** Waits because of an outcome, and rejects with the signal's reason when aborted. */
  readonly wait: (milliseconds: number, request: HttpRequest, outcome: Outcome) => Promise<void>;
}

/**
 * Repeats a GET on 429, 500, 502, 503, 504 and dropped connections, any method when nothing was sent or the answer was
 * 429, and no other write ever. A write whose connection broke may have been applied, and says so (docs/requirements.md,
 * R45 to R47).
 */
export function withRetry(send: Send, { now, wait }: RetryParts): Send {
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(send, request);
      if ('reply' in outcome && outcome.reply.status < 429) return outcome.reply;
      const { planNext } = await import('./next-try.js');
      const next = planNext(outcome, { request, tries, now: now() });
      if ('reply' in next) return next.reply;
      await wait(next.milliseconds, request, outcome);
    }
  };
}

async function attempt(send: Send, request: HttpRequest): Promise<Outcome> {
  try {
    return { reply: await send(request) };
  } catch (failure) {
    if (failure instanceof NetworkFailure) return { failure };
    throw failure;
  }
}
