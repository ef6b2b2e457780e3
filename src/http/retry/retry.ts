import type { HttpRequest, Send } from '../message.js';
import { NetworkFailure } from '../network-failure.js';
import type { Outcome } from './next-try.js';

export interface RetryParts {
  readonly now: () => Date;
  /** Waits after a failed try. Rejects with the signal's reason when aborted. */
  readonly wait: (milliseconds: number, request: HttpRequest, outcome: Outcome) => Promise<void>;
}

/**
 * Repeats a GET after 429, 500, 502, 503, 504 and dropped connections, and any method after 429 or when nothing was sent.
 * Other writes are never repeated; if the connection broke, the error says the write may have been applied
 * (docs/requirements.md, R45 to R47).
 */
export function withRetry(send: Send, { now, wait }: RetryParts): Send {
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(send, request);
      if ('reply' in outcome && outcome.reply.status < 429) return outcome.reply;
      const { planNext } = await import('./next-try.js');
      const next = planNext(outcome, { request, tries, now: now() });
      if ('reply' in next) {
        if (next.reply.askedMs !== undefined) request.onAskedToWait?.(next.reply.askedMs);
        return next.reply;
      }
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
