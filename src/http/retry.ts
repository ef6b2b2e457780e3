import { phrase, retriedStatuses, TrackerError } from '../contract/errors.js';
import { type HttpReply, type HttpRequest, NetworkFailure, type Send } from './message.js';

export interface RetryParts {
  readonly now: () => Date;
  /** Waits after a failed try. Rejects with the signal's reason when aborted. */
  readonly wait: (milliseconds: number, request: HttpRequest, outcome: TryOutcome) => Promise<void>;
  /** Reads the body as a part of the try, so that one that breaks off counts as a dropped connection. */
  readonly read?: (request: HttpRequest, reply: HttpReply) => Promise<HttpReply>;
}

/**
 * Repeats a GET after 429, 500, 502, 503, 504 and dropped connections, and any method after 429 or when nothing was sent.
 * Other writes are never repeated; if the connection broke, the error says the write may have been applied
 * (docs/requirements.md, R45 to R47).
 */
export function withRetry(send: Send, { now, wait, read }: RetryParts): Send {
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const outcome = await send(request)
        .then(async (reply): Promise<TryOutcome> => ({ reply: read ? await read(request, reply) : reply }))
        .catch((failure: unknown): TryOutcome => {
          if (failure instanceof NetworkFailure) return { failure };
          throw failure;
        });
      if ('reply' in outcome && outcome.reply.status < 429) return outcome.reply;
      const next = planNext(outcome, request, tries, now());
      if ('reply' in next) {
        if (next.reply.askedMs !== undefined) request.onAskedToWait?.(next.reply.askedMs);
        return next.reply;
      }
      await wait(next.milliseconds, request, outcome);
    }
  };
}

const maxTries = 4;

/** The longest wait that is ours if the server asks for one (milliseconds; docs/requirements.md, R47). */
const longestWaitMs = 30_000;

const firstWaitMs = 250;

/** The result of a try: a response, or why there is none. */
export type TryOutcome = { readonly reply: HttpReply } | { readonly failure: NetworkFailure };

/** The wait that `Retry-After` asks for, in milliseconds; undefined if it is missing or invalid. */
export function readRetryAfter(reply: HttpReply, now: Date): number | undefined {
  const text = reply.headers['retry-after'];
  if (typeof text !== 'string') return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) || !/[a-z]/i.test(text) ? undefined : Math.max(0, date - now.getTime());
}

/** A wait (milliseconds) in words, rounded up: `90 s`, `15m`, `2h30m`, `1d12h`. */
export function waitText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 24 * 60) return inUnits(minutes, 60, 'hm');
  return inUnits(Math.ceil(minutes / 60), 24, 'dh');
}

/**
 * What to do after a try: give the response to the caller, with a wait that is left to them, or wait (milliseconds) and try
 * again. Throws the final error, which is `unknown_outcome` for a write that may have been applied (docs/requirements.md, R45
 * to R47).
 */
function planNext(outcome: TryOutcome, request: HttpRequest, tries: number, now: Date) {
  const isLast = tries === maxTries;
  if ('failure' in outcome) {
    const { failure } = outcome;
    const mayRepeat = !failure.isLasting && (request.method === 'GET' || failure.unsent);
    if (isLast || !mayRepeat) throw finalFailure(request, failure);
    return { milliseconds: backOff(tries) };
  }
  const { reply } = outcome;
  const isRetried = reply.status === 429 || (request.method === 'GET' && retriedStatuses.includes(reply.status));
  // An error whose body never ends is reported, not tried again (docs/requirements.md, R49).
  const mayRetry = isRetried && !reply.isCut;
  const asked = readRetryAfter(reply, now) ?? 0;
  const isLeft = request.onAskedToWait !== undefined && asked > 0;
  if (!isLeft && (isLast || !mayRetry)) return { reply };
  if (isLeft || asked > longestWaitMs) return { reply: { ...reply, askedMs: asked } };
  reply.discard();
  return { milliseconds: Math.max(asked, backOff(tries)) };
}

function finalFailure(request: HttpRequest, failure: NetworkFailure): TrackerError {
  if (request.method === 'GET' || failure.unsent) return failure;
  return new TrackerError('unknown_outcome', phrase`${failure.message}; it may or may not have been applied`, {
    hint: 'check before you run it again',
    cause: failure,
  });
}

/** Triples with each try, with a random 25% either way. */
function backOff(tries: number): number {
  return firstWaitMs * 3 ** (tries - 1) * (0.75 + Math.random() * 0.5);
}

function inUnits(count: number, size: number, [large, small]: string): string {
  const [whole, rest] = [Math.floor(count / size), count % size];
  return [...(whole > 0 ? [`${whole}${large}`] : []), ...(rest > 0 ? [`${rest}${small}`] : [])].join('');
}
