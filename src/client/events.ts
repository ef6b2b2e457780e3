import { setImmediate } from 'node:timers/promises';
import { attempt, retriedStatuses, type Sentence, TrackerError } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import type { Hint } from '../contract/shapes/session.js';
import { readEvents, type ServerEvent, type StreamMemory } from '../http/body/event-stream.js';
import type { HttpReply, HttpRequest } from '../http/message.js';
import { NetworkFailure } from '../http/message.js';
import { readRetryAfter } from '../http/retry.js';
import { waitFor } from '../http/waiting.js';
import type { Client } from './client.js';

/** An event, or a change in the state of the stream. */
export type StreamUpdate =
  /** The stream is open. Events are not replayed, so data on screen must be read again after a reconnect (Events 4). */
  | { readonly kind: 'open'; readonly mayHaveMissed: boolean }
  | { readonly kind: 'event'; readonly event: ServerEvent }
  /** There is no stream at the moment; the next try is in `milliseconds`. `isReached` means that the server responded. */
  | { readonly kind: 'waiting'; readonly milliseconds: number; readonly why: Sentence; readonly isReached: boolean };

export interface ListenOptions {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Waits; rejects with the signal's reason when aborted (default: a timer). */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Keeps trying to reach a server that has not been reached yet. */
  readonly isPatient?: boolean;
}

/** Limits of the wait before reconnecting, whatever the server asks for (milliseconds; docs/requirements.md, R56). */
const shortestWaitMs = 500;
const longestWaitMs = 60_000;

/** The wait if the server does not ask for one (milliseconds). */
const usualWaitMs = 1_000;

/** After a connection that lasted this long, the waits start over from the shortest (milliseconds). */
const goodMs = 10_000;

/** For how long events are read before anything else gets its turn (milliseconds; docs/requirements.md, R59). */
const longestRunMs = 50;

/** How many times to try a server that has not been reached yet. */
const firstTries = 4;

/**
 * Listens to `GET /events`. Reconnects when the stream ends, with the id of the last event, the currently stored token, and
 * increasing waits. Ends when the server returns 204. Throws `sign_in_required` on a 401, `failed` for a response that is
 * not an event stream, the error of any other refusal, and `network` if the first connection fails
 * (docs/requirements.md, R56 to R58).
 */
export async function* listen(client: Client, options: ListenOptions): AsyncGenerator<StreamUpdate> {
  const { signal, now, wait = waitFor, isPatient = false } = options;
  const memory: StreamMemory = { lastEventId: '', retryMs: undefined };
  let failures = 0;
  let wasOpen = false;
  for (;;) {
    const started = now().getTime();
    let trouble: Trouble;
    try {
      const reply = await client.raw(streamRequest(client, memory.lastEventId, signal));
      const refused = await judge(client, reply, now());
      if (refused === 'over') return;
      if (refused === undefined) {
        yield { kind: 'open', mayHaveMissed: wasOpen && memory.lastEventId === '' };
        wasOpen = true;
        trouble = yield* readOut(client, reply, memory);
      } else trouble = refused;
    } catch (error) {
      trouble = troubleOf(error);
      if (!wasOpen && !isPatient && (failures + 1 >= firstTries || trouble.isLasting)) throw error;
    }
    signal.throwIfAborted();
    failures = now().getTime() - started >= goodMs ? 1 : failures + 1;
    const milliseconds = nextWait(failures, trouble.askedMs ?? memory.retryMs);
    yield { kind: 'waiting', milliseconds, why: trouble.why, isReached: trouble.isUnreachable !== true };
    await wait(milliseconds, signal);
  }
}

/** Why there is no stream at the moment. */
interface Trouble {
  readonly why: Sentence;
  /** The wait the server asked for (milliseconds). */
  readonly askedMs?: number | undefined;
  readonly isLasting?: boolean;
  readonly isUnreachable?: boolean;
}

/** The request for the stream of events after the one with this id; empty for those from now on. */
export function streamRequest({ base }: Client, lastEventId: string, signal: AbortSignal): HttpRequest {
  const url = new URL('api/v1/events', base);
  const headers: Record<string, string> = { accept: 'text/event-stream', 'cache-control': 'no-store' };
  // As UTF-8, as the HTML standard requires. No header can contain a control character.
  if (lastEventId !== '' && !/[\u0000-\u001f\u007f]/.test(lastEventId))
    headers['last-event-id'] = Buffer.from(lastEventId, 'utf8').toString('latin1');
  return { method: 'GET', url, headers, signal, isStream: true };
}

/** Undefined for a stream, `over` for 204, a temporary problem; throws for a permanent one. */
async function judge(client: Client, reply: HttpReply, now: Date): Promise<Trouble | 'over' | undefined> {
  const { status } = reply;
  if (status === 204) {
    reply.discard();
    return 'over';
  }
  if (retriedStatuses.includes(status)) {
    reply.discard();
    return { why: `${client.base.host} returned ${status}`, askedMs: readRetryAfter(reply, now) };
  }
  const type = typeof reply.headers['content-type'] === 'string' ? reply.headers['content-type'] : '';
  if (status === 200 && /^text\/event-stream\s*(;|$)/i.test(type)) return undefined;
  if (status >= 200 && status < 300) {
    reply.discard();
    const what = type === '' ? 'something' : JSON.stringify(type.slice(0, 60));
    throw new TrackerError('failed', `${client.base.host} sends ${what} instead of an event stream`, { status });
  }
  throw await client.refused({ method: 'GET', url: new URL('api/v1/events', client.base) }, reply);
}

/** Yields the events of one connection until it ends or breaks, and closes it in any case. */
async function* readOut(client: Client, reply: HttpReply, memory: StreamMemory): AsyncGenerator<StreamUpdate, Trouble> {
  let rested = performance.now();
  try {
    for await (const event of readEvents(reply.body, memory)) {
      await noteHint(client, hintOf(event)).catch(() => undefined);
      yield { kind: 'event', event };
      if (performance.now() - rested < longestRunMs) continue;
      // Where events never pause, Ctrl-C and timers would never get their turn.
      await setImmediate();
      rested = performance.now();
    }
    return { why: `${client.base.host} closed the stream` };
  } catch (error) {
    return troubleOf(error);
  } finally {
    reply.discard();
  }
}

/** What a hint can be about. */
const details = {
  task: 'GET /tasks/:id',
  ticket: 'GET /tickets/:id',
  project: 'GET /projects/:id',
  thread: 'GET /chat/threads/:id',
} as const;

/** Marks what is remembered of what a hint is about, for other processes too. */
async function noteHint(client: Client, { type, entityType, entityId }: Hint): Promise<void> {
  const route = Object.entries(details).find(([kind]) => kind === entityType)?.[1];
  const isHint = true;
  if (type === 'inbox') return await client.memory?.note({ under: 'inbox', isHint });
  // Nobody knows what others are about.
  if (!route || typeof entityId !== 'string') return await client.memory?.note({ under: '', isHint });
  await client.memory?.note({ under: route.slice('GET /'.length, -'/:id'.length), uuid: entityId, isHint });
  await client.markStale(route, { id: entityId });
}

/** A network failure is temporary; any other error is thrown again. */
function troubleOf(error: unknown): Trouble {
  if (error instanceof NetworkFailure) return { why: error.message, isLasting: error.isLasting, isUnreachable: true };
  throw error;
}

/** Doubles with each connection that did not last, plus up to 25% at random. */
function nextWait(failures: number, askedMs = usualWaitMs): number {
  const least = Math.max(askedMs, shortestWaitMs);
  const grown = least * 2 ** Math.min(failures - 1, 10) * (1 + Math.random() * 0.25);
  return Math.round(Math.min(grown, longestWaitMs));
}

/**
 * What an event marks as stale (docs/api.md, Events 1). If the JSON has no type, the event's name is used; data that is not
 * an object goes under `data`.
 */
export function hintOf({ type, data }: ServerEvent): Hint {
  const parsed: unknown = attempt(() => JSON.parse(data));
  // What is not JSON is given as it is.
  const value = parsed === undefined ? data : parsed;
  if (!isRow(value)) return { type, data: value };
  return typeof value.type === 'string' ? value : { ...value, type };
}
