import { isRow } from '../contract/row.js';
import type { Hint } from '../contract/session.js';
import { TrackerError } from '../errors.js';
import { readEvents, type ServerEvent, type StreamMemory } from '../http/body/event-stream.js';
import { readStart } from '../http/body/read.js';
import type { HttpReply, HttpRequest } from '../http/message.js';
import { NetworkFailure } from '../http/network-failure.js';
import { readRetryAfter } from '../http/retry/next-try.js';
import { waitFor } from '../http/retry/wait.js';
import type { Client } from './client.js';

/** What is heard of the event stream, in order. */
export type Heard =
  /** The stream is open. Nothing is replayed: whoever shows something reads it anew after it was open `again` (docs/api.md, Events 4). */
  | { readonly kind: 'open'; readonly again: boolean; readonly mayHaveMissed: boolean }
  | { readonly kind: 'event'; readonly event: ServerEvent }
  /** There is no stream at the moment; the next try comes after `milliseconds`. */
  | { readonly kind: 'waiting'; readonly milliseconds: number; readonly why: string };

export interface ListenOptions {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Waits; rejects with the signal's reason when aborted (default: a timer). */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The wait before the next connection stays within these, whatever the server asks for (milliseconds; docs/requirements.md, R56). */
const shortestWaitMs = 500;
const longestWaitMs = 60_000;

/** The wait where the server does not ask for one (milliseconds). */
const usualWaitMs = 1_000;

/** A connection that lived this long was a good one: the next wait is the shortest again (milliseconds). */
const goodMs = 10_000;

/** How often an unreachable server is tried before it has ever been reached. */
const firstTries = 4;

/**
 * Listens to `GET /events` and connects again when the stream ends, with the id of the last event, the token as stored by
 * then, and growing waits. Ends where the server answers 204. Throws `sign_in_required` on a 401, `failed` for an answer
 * that is no event stream, the error of any other refusal, and `network` where the server cannot be reached at first
 * (docs/requirements.md, R56 to R58).
 */
export async function* listen(client: Client, options: ListenOptions): AsyncGenerator<Heard> {
  const { signal, now, wait = waitFor } = options;
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
        yield { kind: 'open', again: wasOpen, mayHaveMissed: wasOpen && memory.lastEventId === '' };
        wasOpen = true;
        trouble = yield* readOut(client, reply, memory);
      } else trouble = refused;
    } catch (error) {
      trouble = troubleOf(error);
      if (!wasOpen && (failures + 1 >= firstTries || trouble.isLasting)) throw error;
    }
    signal.throwIfAborted();
    failures = now().getTime() - started >= goodMs ? 1 : failures + 1;
    const milliseconds = nextWait(failures, trouble.askedMs ?? memory.retryMs);
    yield { kind: 'waiting', milliseconds, why: trouble.why };
    await wait(milliseconds, signal);
  }
}

/** Why there is no stream at the moment. */
interface Trouble {
  readonly why: string;
  /** The wait the answer asked for (milliseconds). */
  readonly askedMs?: number | undefined;
  readonly isLasting?: boolean;
}

function streamRequest({ base }: Client, lastEventId: string, signal: AbortSignal): HttpRequest {
  const url = new URL('api/v1/events', base);
  const headers: Record<string, string> = { accept: 'text/event-stream', 'cache-control': 'no-store' };
  const id = headerText(lastEventId);
  if (id !== '') headers['last-event-id'] = id;
  return { method: 'GET', url, headers, signal, isStream: true };
}

/** UTF-8, as the HTML standard wants it; nothing where a header could not carry it. */
function headerText(id: string): string {
  return /[\u0000-\u001f\u007f]/.test(id) ? '' : Buffer.from(id, 'utf8').toString('latin1');
}

/** What an answer means: nothing for a stream, `over` for 204, trouble that may pass; throws what will not. */
async function judge(client: Client, reply: HttpReply, now: Date): Promise<Trouble | 'over' | undefined> {
  const { status } = reply;
  if (status === 204) {
    reply.discard();
    return 'over';
  }
  if ([429, 500, 502, 503, 504].includes(status)) {
    reply.discard();
    return { why: `${client.base.host} answers ${status}`, askedMs: readRetryAfter(reply, now) };
  }
  const type = typeof reply.headers['content-type'] === 'string' ? reply.headers['content-type'] : '';
  if (status === 200 && /^text\/event-stream\s*(;|$)/i.test(type)) return undefined;
  if (status >= 200 && status < 300) {
    reply.discard();
    const what = type === '' ? 'something' : JSON.stringify(type.slice(0, 60));
    throw new TrackerError('failed', `${client.base.host} sends ${what} in place of an event stream`, { status });
  }
  throw await client.refused(
    { method: 'GET', url: new URL('api/v1/events', client.base) },
    reply,
    await readStart(reply),
  );
}

/** Passes on the events of one connection until it ends or breaks; the rest of it is dropped in any case. */
async function* readOut(client: Client, reply: HttpReply, memory: StreamMemory): AsyncGenerator<Heard, Trouble> {
  try {
    for await (const event of readEvents(reply.body, memory)) yield { kind: 'event', event };
    return { why: `${client.base.host} closed the stream` };
  } catch (error) {
    return troubleOf(error);
  } finally {
    reply.discard();
  }
}

/** A broken connection may be a whole one in a moment; anything else is thrown on. */
function troubleOf(error: unknown): Trouble {
  if (error instanceof NetworkFailure) return { why: error.message, isLasting: error.isLasting };
  throw error;
}

/** Doubles with every connection that did not last, and differs by up to a quarter between processes. */
function nextWait(failures: number, askedMs = usualWaitMs): number {
  const least = Math.max(askedMs, shortestWaitMs);
  const grown = least * 2 ** Math.min(failures - 1, 10) * (1 + Math.random() * 0.25);
  return Math.round(Math.min(grown, longestWaitMs));
}

/**
 * What an event says is stale (docs/api.md, Events 1). Names and contents are open: where the JSON does not tell its type,
 * the name of the event does, and what is no object stands under `data`.
 */
export function hintOf({ type, data }: ServerEvent): Hint {
  const value = parse(data);
  if (!isRow(value)) return { type, data: value };
  return typeof value.type === 'string' ? value : { ...value, type };
}

/** The JSON value, or the text itself where it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
