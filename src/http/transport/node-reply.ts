import type { ClientRequest, IncomingMessage } from 'node:http';
import { TrackerError } from '../../errors.js';
import type { Circumstances } from '../failure.js';
import type { HttpReply, HttpRequest } from '../message.js';
import { NetworkFailure } from '../network-failure.js';
import { withStallGuard } from './stall.js';

/** A request and the answer to it, whose headers have arrived. */
export interface Exchange {
  readonly outgoing: ClientRequest;
  readonly incoming: IncomingMessage;
}

/** The answer as the layers above see it; its body is read, decoded and guarded against stalls on demand. */
export function toReply({ outgoing, incoming }: Exchange, request: HttpRequest, timeoutMs: number): HttpReply {
  const { url, signal, isStream } = request;
  const stop = (): void => {
    incoming.destroy();
    // An answer may come before the request is sent whole, and then nobody reads the rest of it.
    if (!outgoing.writableFinished) outgoing.destroy();
  };
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: readDecoded(incoming, { url, signal, timeoutMs: isStream ? undefined : timeoutMs, stop }),
    discard: stop,
  };
}

interface Reading {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Undefined for a body that may be silent for as long as it likes. */
  readonly timeoutMs: number | undefined;
  readonly stop: () => void;
}

async function* readDecoded(incoming: IncomingMessage, reading: Reading): AsyncGenerator<Uint8Array> {
  const { url, signal, timeoutMs, stop } = reading;
  const abort = (): void => void incoming.destroy(toError(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const guarded = timeoutMs === undefined ? incoming : withStallGuard(incoming, { timeoutMs, host: url.host, stop });
    const encoding = incoming.headers['content-encoding'];
    if (encoding === undefined || encoding === 'identity') yield* guarded;
    else yield* (await import('../body/decompress.js')).decompress(guarded, encoding, url);
    if (!incoming.complete) throw new NetworkFailure(`${url.host}: the answer was cut off`, false);
  } catch (error) {
    throw await explain(error, { url, signal });
  } finally {
    signal.removeEventListener('abort', abort);
    stop();
  }
}

/** What a signal was aborted with, as an error. */
export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** The error to tell: the interruption, our own failure, or the system's in our words, which are loaded only now. */
export async function explain(
  error: unknown,
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
  circumstances?: Circumstances,
): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  if (error instanceof TrackerError) return error;
  return (await import('../failure.js')).explainFailure(error, url, circumstances);
}
