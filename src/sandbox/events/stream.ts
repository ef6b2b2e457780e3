import type { SandboxReply } from '../http/exchange.js';
import type { Caller } from '../identity/authentication.js';
import { Refusal } from '../world.js';
import type { HintHub } from './hints.js';

const pingEvery = 25_000;
const streamsPerUser = 50;

/** The most queued hints; a slower reader is disconnected, reconnects and reads afresh. */
const longestQueue = 1000;

/**
 * The reply to `GET /events`: hints as server-sent events from now on, until `signal` aborts, the caller's session is signed
 * out or the hub closes. A rotated token does not end the stream. Throws a Refusal (429) if the user has too many streams open
 * (docs/requirements.md, R78).
 */
export function replyWithHints(hub: HintHub, caller: Caller, signal: AbortSignal | undefined): SandboxReply {
  if (hub.countListeners(caller.user.id) >= streamsPerUser) throw new Refusal(429, 'Too many event streams are open.');
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: streamHints(hub, caller, signal),
  };
}

function streamHints(hub: HintHub, caller: Caller, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
  const frames = openQueue();
  const unsubscribe = hub.subscribe(caller.user.id, {
    sessionId: caller.sessionId,
    onHint: (hint) => frames.push(`data: ${JSON.stringify(hint)}\n\n`),
    onClose: () => stop(),
  });
  // This timer alone must not keep the process alive.
  const timer = setInterval(() => frames.push(': ping\n\n'), pingEvery).unref();
  const stop = (): void => {
    clearInterval(timer);
    unsubscribe();
    signal?.removeEventListener('abort', stop);
    frames.end();
  };
  frames.onOverflow(stop);
  frames.push('retry: 3000\n\n');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const iterator = {
    next: () => frames.take(),
    async return(): Promise<IteratorResult<Uint8Array>> {
      stop();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

interface Queue {
  push(frame: string): void;
  take(): Promise<IteratorResult<Uint8Array>>;
  end(): void;
  onOverflow(act: () => void): void;
}

function openQueue(): Queue {
  const waiting: string[] = [];
  let ended = false;
  let wake = (): void => {};
  let overflow = (): void => {};
  return {
    push(frame) {
      if (ended) return;
      waiting.push(frame);
      if (waiting.length > longestQueue) overflow();
      wake();
    },
    async take() {
      while (waiting.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (waiting.length === 0) return { done: true, value: undefined };
      return { done: false, value: Buffer.from(waiting.splice(0).join('')) };
    },
    end() {
      ended = true;
      wake();
    },
    onOverflow(act) {
      overflow = act;
    },
  };
}
