import { Readable } from 'node:stream';
import type { Hint } from '../contract/shapes/session.js';
import type { SandboxReply } from './http/exchange.js';
import type { Caller } from './identity/authentication.js';
import { Refusal } from './world.js';

interface HintListener {
  readonly caller: Caller;
  onHint(hint: Hint): void;
  /** The session or the sandbox ends; no hint will follow. */
  onClose(): void;
}

export type HintHub = ReturnType<typeof openHints>;

/** Opens a hub that passes hints from writers to listeners (docs/api.md, Events 1). There is one per running sandbox. */
export function openHints() {
  const listeners = new Set<HintListener>();
  const those = (fits: (caller: Caller) => boolean) => [...listeners].filter(({ caller }) => fits(caller));
  return {
    announce(userIds: Iterable<string>, hint: Hint): void {
      const told = new Set(userIds);
      for (const listener of those(({ user }) => told.has(user.id))) listener.onHint(hint);
    },
    /** Calls the listener for each hint to its user until the returned function is called. */
    subscribe(listener: HintListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    countListeners: (userId: string): number => those(({ user }) => user.id === userId).length,
    /** Ends the streams of a session, or all of them. */
    close(ended?: number): void {
      for (const listener of those(({ sessionId }) => ended === undefined || sessionId === ended)) listener.onClose();
    },
  };
}

const pingEvery = 25_000;
const streamsPerUser = 50;

/** The most that is queued (bytes); a slower reader is disconnected, reconnects and reads afresh. */
const longestQueue = 64 * 1024;

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

function streamHints(hub: HintHub, caller: Caller, signal: AbortSignal | undefined): Readable {
  const frames = new Readable({
    read: () => undefined,
    destroy(error, done) {
      stop();
      done(error);
    },
  });
  const send = (frame: string): void => {
    frames.push(frame);
    if (frames.readableLength > longestQueue) stop();
  };
  const unsubscribe = hub.subscribe({
    caller,
    onHint: (hint) => send(`data: ${JSON.stringify(hint)}\n\n`),
    onClose: () => stop(),
  });
  // This timer alone must not keep the process alive.
  const timer = setInterval(() => send(': ping\n\n'), pingEvery).unref();
  const stop = (): void => {
    clearInterval(timer);
    unsubscribe();
    signal?.removeEventListener('abort', stop);
    frames.push(null);
  };
  send('retry: 3000\n\n');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  return frames;
}
