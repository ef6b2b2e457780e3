import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TrackerError } from '../errors.js';
import type { Circumstances } from './failure.js';
import { type HttpReply, type HttpRequest, isSource, lengthOf, type Send } from './message.js';
import { NetworkFailure } from './network-failure.js';
import { withStallGuard } from './stall.js';

export interface TransportOptions {
  /** Bounds connecting, the wait for headers after the last byte sent, and any stretch in which almost nothing moves. */
  readonly timeoutMs: number;
  /** NODE_EXTRA_CA_CERTS, to be spoken of where a certificate is not trusted. */
  readonly extraCertificates?: string | undefined;
}

/** The longest headers of an answer that are read (bytes): they may bring a token (docs/requirements.md, R20 and R43). */
export const maxHeaderSize = 64 * 1024;

/** Sends through node:http or node:https. The ordinary transport: it costs the least to load and to leave. */
export function createNodeTransport(options: TransportOptions): Send {
  return async (request) => {
    const start = request.url.protocol === 'https:' ? (await import('node:https')).request : httpRequest;
    request.signal.throwIfAborted();
    return await new Promise<HttpReply>((resolve, reject) => {
      const { url, method } = request;
      const outgoing = start(url, { method, headers: headersOf(request), maxHeaderSize });
      watch(outgoing, request, options, { resolve, reject });
      void sendBody(outgoing, request.body);
    });
  };
}

/** A body is handed over in slices of this many bytes, so that a slow server is told from one that takes nothing. */
const sliceBytes = 64 * 1024;

async function sendBody(outgoing: ClientRequest, body: HttpRequest['body']): Promise<void> {
  if (isSource(body)) return await (await import('./send-source.js')).sendSource(outgoing, body);
  if (body === undefined || body.length <= sliceBytes) return void outgoing.end(body);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += sliceBytes) {
    await new Promise<void>((resolve) => outgoing.write(bytes.subarray(at, at + sliceBytes), () => resolve()));
    outgoing.emit('moved');
  }
  if (!outgoing.destroyed) outgoing.end();
}

function headersOf(request: HttpRequest): Record<string, string | number> {
  const { body } = request;
  const length = body === undefined ? {} : { 'content-length': lengthOf(body) };
  return { ...request.headers, ...length };
}

interface Settle {
  resolve(reply: HttpReply): void;
  reject(error: unknown): void;
}

/** How far a request has come, in the words for the case that it stays there. */
type Progress = 'could not be reached' | 'did not take the request' | 'did not answer';

/** Follows one request to its headers: time-outs, aborts and errors, each told once. */
function watch(outgoing: ClientRequest, request: HttpRequest, options: TransportOptions, settle: Settle): void {
  const { url, signal } = request;
  const { timeoutMs } = options;
  let progress: Progress = 'could not be reached';
  const giveUp = (): void => {
    const hint = 'a longer wait is set with --timeout SECONDS';
    const message = `${url.host} ${progress} within ${timeoutMs / 1000} s`;
    outgoing.destroy(new NetworkFailure(message, progress === 'could not be reached', { hint, isLasting: true }));
  };
  const timer = setTimeout(giveUp, timeoutMs);
  const abort = (): void => void outgoing.destroy(toError(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  let settled = false;
  const leave = (): void => {
    settled = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  const moveOn = (to: Progress): void => {
    // An answer may come before the request is sent whole, and then there is nothing left to wait for.
    if (settled) return;
    progress = to;
    timer.refresh();
  };
  outgoing.once('socket', (socket) => {
    const reached = (): void => moveOn('did not take the request');
    if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', reached);
    else reached();
  });
  outgoing.on('moved', () => moveOn('did not take the request'));
  outgoing.once('finish', () => moveOn('did not answer'));
  outgoing.on('error', (error) => {
    leave();
    void explain(error, request, { ...options, isConnected: progress !== 'could not be reached' }).then(settle.reject);
  });
  // Nobody asked for another protocol, yet the answer may bring a token.
  outgoing.once('upgrade', (incoming, socket) => {
    leave();
    socket.destroy();
    settle.resolve({ ...toReply(incoming, request, timeoutMs), body: Readable.from([]) });
  });
  outgoing.once('close', () => {
    // Closed without an answer and without an error.
    if (settled) return;
    leave();
    settle.reject(new NetworkFailure(`${url.host}: the answer cannot be understood`, false));
  });
  outgoing.once('response', (incoming) => {
    leave();
    // A peer that has gone without a word is noticed though nothing has to come for hours.
    if (request.isStream) incoming.socket.setKeepAlive(true, keepAliveMs);
    settle.resolve(toReply(incoming, request, timeoutMs));
  });
}

/** How long a silent stream is left alone before the system asks whether the other end is there (milliseconds). */
const keepAliveMs = 60_000;

function toReply(incoming: IncomingMessage, request: HttpRequest, timeoutMs: number): HttpReply {
  const { url, signal, isStream } = request;
  const stop = (): void => void incoming.destroy();
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
    else yield* (await import('./decompress.js')).decompress(guarded, encoding, url);
    if (!incoming.complete) throw new NetworkFailure(`${url.host}: the answer was cut off`, false);
  } catch (error) {
    throw await explain(error, { url, signal });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** The error to tell: the interruption, our own failure, or the system's in our words, which are loaded only now. */
async function explain(
  error: unknown,
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
  circumstances?: Circumstances,
): Promise<unknown> {
  if (signal.aborted) return signal.reason;
  if (error instanceof TrackerError) return error;
  return (await import('./failure.js')).explainFailure(error, url, circumstances);
}
