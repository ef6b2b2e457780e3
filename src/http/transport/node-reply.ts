import type { ClientRequest, IncomingMessage } from 'node:http';
import { TrackerError } from '../../contract/errors.js';
import type { Circumstances } from '../failure.js';
import type { HttpReply, HttpRequest } from '../message.js';
import { NetworkFailure } from '../network-failure.js';
import { withStallGuard } from './stall.js';

/** A request and its response, whose headers have arrived. */
export interface Exchange {
  readonly outgoing: ClientRequest;
  readonly incoming: IncomingMessage;
}

/** The response as the layers above see it. Its body is read, decoded and watched for stalls on demand. */
export function toReply({ outgoing, incoming }: Exchange, request: HttpRequest, timeoutMs: number): HttpReply {
  const { url, signal, isStream } = request;
  const stop = (): void => {
    incoming.destroy();
    // If the response came before the whole request was sent, nobody will read the rest of the request.
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
  /** Undefined for a body that may be silent for any length of time. */
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
    if (!incoming.complete) throw new NetworkFailure(`${url.host}: the response was cut off`, false);
  } catch (error) {
    throw await explain(error, { url, signal });
  } finally {
    signal.removeEventListener('abort', abort);
    stop();
  }
}

/** An abort signal's reason, as an error. */
export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** The error to report: the interruption, a TrackerError as it is, or an explanation of the system's error. */
export async function explain(
  error: unknown,
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
  circumstances?: Circumstances,
): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  if (error instanceof TrackerError) return error;
  return (await import('../failure.js')).explainFailure(error, url, circumstances);
}
