import { phrase, type Sentence } from '../contract/errors.js';
import { type HttpReply, type HttpRequest, isSource, type Send } from './message.js';
import type { RetryParts, TryOutcome } from './retry.js';

/** The total waiting time after which a notice is shown (milliseconds). */
const silentMs = 1_000;

/** Waits between tries. Calls `notify` with a sentence that says why, whenever the waits add up to about a second. */
export function createWait(notify?: (sentence: Sentence) => void): RetryParts['wait'] {
  let sum = 0;
  return async (milliseconds, request, outcome) => {
    sum += milliseconds;
    if (sum >= silentMs) {
      sum = 0;
      notify?.(explainWait(milliseconds, request, outcome));
    }
    await waitFor(milliseconds, request.signal);
  };
}

/** Waits; rejects at once with the signal's reason when aborted. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { setTimeout: pause } = await import('node:timers/promises');
  await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Gives what the work gives; if that takes longer than `milliseconds`, aborts its signal and throws the error. */
export async function within<T>(
  signal: AbortSignal,
  { milliseconds, error }: { readonly milliseconds: number; readonly error: unknown },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(AbortSignal.any([signal, late.signal])), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Says which server the command is waiting for, once the waits for responses and their bodies add up to about a second, and
 * again with each further request: showing it only once is up to `notify`. Event streams may be silent for any length of
 * time, and uploads have their own progress line, so neither counts.
 */
export function withWaitNotice(send: Send, notify: (sentence: string) => void): Send {
  const wait = createStopwatch();
  return async (request) => {
    if (request.headers.accept === 'text/event-stream' || isSource(request.body)) return await send(request);
    const say = (): void => notify(`waiting for ${request.url.host}…`);
    const reply = await wait(() => send(request), say);
    return { ...reply, body: watchBody(reply.body, (work) => wait(work, say)) };
  };
}

function explainWait(milliseconds: number, { url }: HttpRequest, outcome: TryOutcome): Sentence {
  if ('failure' in outcome) {
    const { message, brief = message } = outcome.failure;
    return phrase`${brief}; trying again…`;
  }
  const { status, headers } = outcome.reply;
  const pause = headers['retry-after'] === undefined ? '' : ` in ${Math.ceil(milliseconds / 1000)} s`;
  return `${url.host} returned ${status}; trying again${pause}…`;
}

/** Adds up the time during which at least one piece of work is pending, and calls `say` when it reaches a second. */
function createStopwatch() {
  let underWay = 0;
  let waited = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  return async <T>(work: () => Promise<T>, say: () => void): Promise<T> => {
    if (underWay++ === 0) {
      since = performance.now();
      timer = setTimeout(say, Math.max(silentMs - waited, 0));
    }
    try {
      return await work();
    } finally {
      if (--underWay === 0) {
        clearTimeout(timer);
        waited += performance.now() - since;
      }
    }
  };
}

function watchBody(body: HttpReply['body'], watch: <T>(work: () => Promise<T>) => Promise<T>): HttpReply['body'] {
  return {
    [Symbol.asyncIterator]() {
      const chunks = body[Symbol.asyncIterator]();
      return {
        next: () => watch(() => chunks.next()),
        return: async (value?: unknown) => (await chunks.return?.(value)) ?? { done: true, value },
      };
    },
  };
}
