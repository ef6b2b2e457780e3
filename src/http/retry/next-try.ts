import { retriedStatuses, TrackerError } from '../../contract/errors.js';
import type { HttpReply, HttpRequest } from '../message.js';
import type { NetworkFailure } from '../network-failure.js';

const maxTries = 4;

/** The longest wait that is ours if the server asks for one (milliseconds; docs/requirements.md, R47). */
const longestWaitMs = 30_000;

const firstWaitMs = 250;

/** The result of a try: a response, or why there is none. */
export type Outcome = { readonly reply: HttpReply } | { readonly failure: NetworkFailure };

export interface Attempt {
  readonly request: HttpRequest;
  /** How many times it has been sent. */
  readonly tries: number;
  readonly now: Date;
}

/**
 * What to do after a try: give the response to the caller, with a wait that is left to them, or wait (milliseconds) and try
 * again. Throws the final error, which is `unknown_outcome` for a write that may have been applied (docs/requirements.md, R45
 * to R47).
 */
export function planNext(
  outcome: Outcome,
  { request, tries, now }: Attempt,
): { readonly reply: HttpReply } | { readonly milliseconds: number } {
  const isLast = tries === maxTries;
  if ('failure' in outcome) {
    const { failure } = outcome;
    const mayRepeat = !failure.isLasting && (request.method === 'GET' || failure.unsent);
    if (isLast || !mayRepeat) throw finalFailure(request, failure);
    return { milliseconds: backOff(tries) };
  }
  const { reply } = outcome;
  const mayRetry = mayRetryReply(request, reply);
  const asked = readRetryAfter(reply, now) ?? 0;
  const isLeft = request.onAskedToWait !== undefined && asked > 0;
  if (!isLeft && (isLast || !mayRetry)) return { reply };
  if (isLeft || asked > longestWaitMs) return { reply: { ...reply, askedMs: asked } };
  reply.discard();
  return { milliseconds: Math.max(asked, backOff(tries)) };
}

function finalFailure(request: HttpRequest, failure: NetworkFailure): TrackerError {
  if (request.method === 'GET' || failure.unsent) return failure;
  return new TrackerError('unknown_outcome', `${failure.message}; it may or may not have been applied`, {
    hint: 'check before you run it again',
    cause: failure,
  });
}

/** An error whose body never ends is reported, not tried again (docs/requirements.md, R49). */
function mayRetryReply(request: HttpRequest, reply: HttpReply): boolean {
  if (reply.isCut) return false;
  return reply.status === 429 || (request.method === 'GET' && retriedStatuses.includes(reply.status));
}

/** Triples with each try, with a random 25% either way. */
function backOff(tries: number): number {
  return firstWaitMs * 3 ** (tries - 1) * (0.75 + Math.random() * 0.5);
}

/** The wait that `Retry-After` asks for, in milliseconds; undefined if it is missing or invalid. */
export function readRetryAfter(reply: HttpReply, now: Date): number | undefined {
  const text = reply.headers['retry-after'];
  if (typeof text !== 'string') return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) || !/[a-z]/i.test(text) ? undefined : Math.max(0, date - now.getTime());
}
