import { type ClientRequest, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { type HttpReply, type HttpRequest, isSource, lengthOf, type Send } from '../message.js';
import { NetworkFailure } from '../network-failure.js';
import { explain, toError, toReply } from './node-reply.js';

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
    const exchange = async (announced: Readonly<Record<string, string>>): Promise<HttpReply> =>
      await new Promise<HttpReply>((resolve, reject) => {
        const outgoing = start(request.url, {
          method: request.method,
          maxHeaderSize,
          headers: { ...headersOf(request), ...announced },
        });
        watch(outgoing, request, options, { resolve, reject });
        void sendBody(outgoing, request.body);
      });
    if (!isSource(request.body)) return await exchange({});
    const announced = (await import('./send-source.js')).announcement(request.body);
    const reply = await exchange(announced);
    // Who does not know announcements gets the body without one (RFC 9110, 10.1.1).
    if (reply.status !== 417 || announced.expect === undefined) return reply;
    reply.discard();
    return await exchange({});
  };
}

/** How long a silent stream is left alone before the system asks whether the other end is there (milliseconds). */
const keepAliveMs = 60_000;

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
  outgoing.once('finish', () => {
    moveOn('did not answer');
    if (!settled) request.onSent?.();
  });
  outgoing.on('error', (error) => {
    leave();
    const isUploading = isSource(request.body);
    const isConnected = progress !== 'could not be reached';
    void explain(error, request, { ...options, isConnected, isUploading }).then(settle.reject);
  });
  // Nobody asked for another protocol, yet the answer may bring a token.
  outgoing.once('upgrade', (incoming, socket) => {
    leave();
    socket.destroy();
    settle.resolve({ ...toReply({ outgoing, incoming }, request, timeoutMs), body: Readable.from([]) });
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
    settle.resolve(toReply({ outgoing, incoming }, request, timeoutMs));
  });
}
