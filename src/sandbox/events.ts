import type { Hint } from '../contract/session.js';
import type { SandboxReply } from './http/exchange.js';
import type { Caller } from './identity/authentication.js';
import { Refusal } from './world.js';

interface HintListener {
  /** The session whose end also ends this listener; undefined for an API key. */
  readonly sessionId: number | undefined;
  onHint(hint: Hint): void;
  /** The session or the sandbox ends; no hint will follow. */
  onClose(): void;
}

/** Passes hints from writers to listeners (docs/api.md, Events 1). There is one per running sandbox. */
export interface HintHub {
  announce(userIds: Iterable<string>, hint: Hint): void;
  /** Calls the listener for each hint to a user until the returned function is called. */
  subscribe(userId: string, listener: HintListener): () => void;
  countListeners(userId: string): number;
  closeSession(sessionId: number): void;
  close(): void;
}

/** Opens a hub without listeners. */
export function openHints(): HintHub {
  const listeners = new Map<string, Set<HintListener>>();
  const listAll = (): HintListener[] => [...listeners.values()].flatMap((own) => [...own]);
  return {
    announce(userIds, hint) {
      for (const userId of new Set(userIds)) {
        for (const listener of [...(listeners.get(userId) ?? [])]) listener.onHint(hint);
      }
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
    countListeners: (userId) => listeners.get(userId)?.size ?? 0,
    closeSession(sessionId) {
      for (const listener of listAll()) if (listener.sessionId === sessionId) listener.onClose();
    },
    close() {
      const all = listAll();
      listeners.clear();
      for (const listener of all) listener.onClose();
    },
  };
}

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
