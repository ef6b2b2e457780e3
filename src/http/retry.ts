import { TrackerError } from '../errors.js';
import type { HttpReply, HttpRequest, Send } from './message.js';
import { NetworkFailure } from './network-failure.js';

const maxTries = 4;

/** The longest wait a server may ask for before the command gives up at once (milliseconds; docs/requirements.md, R47). */
const longestWaitMs = 30_000;

const firstWaitMs = 250;

export interface RetryParts {
  readonly now: () => Date;
  /** Waits, and rejects with the signal's reason when aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Repeats a GET on 429, 500, 502, 503, 504 and dropped connections, any method when nothing was sent or the answer was
 * 429, and no other write ever. A write whose connection broke may have been applied, and says so (docs/requirements.md,
 * R45 to R47).
 */
export function withRetry(send: Send, parts: RetryParts): Send {
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(send, request);
      const isLast = tries === maxTries;
      if ('reply' in outcome) {
        const { reply } = outcome;
        if (isLast || !mayRepeatAnswer(request, reply)) return reply;
        const asked = readRetryAfter(reply, parts.now());
        if (asked !== undefined && asked > longestWaitMs) {
          reply.discard();
          throw tooLong(request, asked, reply.status);
        }
        reply.discard();
        await parts.wait(Math.max(asked ?? 0, backOff(tries)), request.signal);
        continue;
      }
      if (isLast || !(request.method === 'GET' || outcome.failure.unsent)) throw finalFailure(request, outcome.failure);
      await parts.wait(backOff(tries), request.signal);
    }
  };
}

type Outcome = { readonly reply: HttpReply } | { readonly failure: NetworkFailure };

async function attempt(send: Send, request: HttpRequest): Promise<Outcome> {
  try {
    return { reply: await send(request) };
  } catch (failure) {
    if (failure instanceof NetworkFailure && isPassing(failure)) return { failure };
    throw failure instanceof NetworkFailure ? finalFailure(request, failure) : failure;
  }
}

/** A wrong certificate or an unknown name does not mend itself between two tries. */
function isPassing(failure: NetworkFailure): boolean {
  return !/certificate|no such host|could not be reached within|did not answer within|stopped sending/.test(
    failure.message,
  );
}

function finalFailure(request: HttpRequest, failure: NetworkFailure): TrackerError {
  if (request.method === 'GET' || failure.unsent) return failure;
  return new TrackerError('unknown_outcome', `${failure.message}; it may or may not have been applied`, {
    hint: 'look before you run it again',
    cause: failure,
  });
}

function mayRepeatAnswer(request: HttpRequest, reply: HttpReply): boolean {
  if (reply.status === 429) return true;
  return request.method === 'GET' && [500, 502, 503, 504].includes(reply.status);
}

/** Grows to the threefold with each try, and differs by up to a quarter either way between processes. */
function backOff(tries: number): number {
  return firstWaitMs * 3 ** (tries - 1) * (0.75 + Math.random() * 0.5);
}

/** The wait a `Retry-After` asks for, in milliseconds; undefined when it makes no sense. */
export function readRetryAfter(reply: HttpReply, now: Date): number | undefined {
  const text = reply.headers['retry-after'];
  if (typeof text !== 'string') return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) || !/[a-z]/i.test(text) ? undefined : Math.max(0, date - now.getTime());
}

function tooLong(request: HttpRequest, milliseconds: number, status: number): TrackerError {
  const seconds = Math.ceil(milliseconds / 1000);
  return new TrackerError('network', `${request.url.host} asks to wait ${seconds} s before the next request`, {
    status,
  });
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
