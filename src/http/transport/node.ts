import type { ClientRequest, IncomingMessage } from 'node:http';
import type { OnReadOpts, Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import type { BodySource, HttpReply, HttpRequest, Send } from '../message.js';
import { isSource, lengthOf, NetworkFailure, throughProxy } from '../message.js';
import { openConnections } from './connections.js';
import { explain, toError, tooSlow, toReply } from './node-reply.js';

export interface TransportOptions {
  /** The limit for connecting, for the headers after the last byte was sent, and for any period with almost no traffic. */
  readonly timeoutMs: number;
  /** NODE_EXTRA_CA_CERTS, for the hint about an untrusted certificate. */
  readonly extraCertificates?: string | undefined;
  /** Whether reads are followed by writes, whose connections are opened meanwhile. */
  readonly writes?: boolean | undefined;
  /** The proxy that makes a tunnel for each connection. */
  readonly proxy?: URL | undefined;
  /** Opens something other than a connection to the server. */
  readonly connect?: (() => Duplex) | undefined;
}

/** The largest response headers accepted (bytes); they may contain a token (docs/requirements.md, R20 and R43). */
const maxHeaderSize = 64 * 1024;

/** Sends through node:http or node:https, which take the least time to load and to exit from. */
export function createNodeTransport(options: TransportOptions): Send {
  const ways = new Map<string, ReturnType<typeof openWay>>();
  const written = new Set<string>();
  let underWay = 0;
  return async (request) => {
    const { body, method, url } = request;
    const way = ways.get(url.protocol) ?? openWay(url.protocol, options);
    ways.set(url.protocol, way);
    const { start, connections, onread } = await way;
    const isRead = method === 'GET';
    const length = body === undefined ? {} : { 'content-length': lengthOf(body) };
    request.signal.throwIfAborted();
    const exchange = async (announced: Readonly<Record<string, string>>): Promise<HttpReply> =>
      await new Promise<HttpReply>((resolve, reject) => {
        const opening = new AbortController();
        const agent = isRead ? connections.shared : connections.own;
        const target = { origin: url.origin, opening: opening.signal };
        const outgoing = start(url, {
          method,
          maxHeaderSize,
          headers: { ...request.headers, ...length, ...announced },
          ...(options.connect ? { createConnection: options.connect } : { ...target, agent, onread }),
        });
        watch(outgoing, request, { ...options, opening, resolve, reject });
        void sendBody(outgoing, body);
      });
    underWay += 1;
    const replies = !isSource(body) || body.length < worthAnnouncing ? exchange({}) : announce(exchange);
    // After a write, its path is read to check it, and no write follows. Who has written twice may do so once more, and a secure
    // connection takes longer to open than a read.
    if (options.writes && (isRead ? !written.has(url.pathname) : written.size > 0))
      connections.prepare(url.origin, underWay);
    if (!isRead) written.add(url.pathname);
    return await replies.finally(() => {
      underWay -= 1;
    });
  };
}

/** Announces a body before it is sent. A server that does not support that gets it without (RFC 9110, 10.1.1). */
async function announce(exchange: (announced: Readonly<Record<string, string>>) => Promise<HttpReply>) {
  const reply = await exchange({ expect: '100-continue' });
  if (reply.status !== 417) return reply;
  reply.discard();
  return await exchange({});
}

/** How requests of one protocol are sent. */
async function openWay(protocol: string, { proxy, extraCertificates }: TransportOptions) {
  // What is answered from memory needs neither.
  const { request, Agent } = protocol === 'https:' ? await import('node:https') : await import('node:http');
  const tunnel = proxy && (await import('./proxy.js')).createTunnel(proxy, extraCertificates);
  return { start: request, connections: openConnections(Agent, tunnel), onread: readIntoOneBuffer() };
}

/** How much is read from a connection at a time (bytes). */
const readBytes = 1024 * 1024;

/**
 * Reads connections into the same memory again and again. Node would get new memory for every 64 kB, which takes longer than
 * reading them. The parser of node:http listens for `data`, and copies at once what it passes on.
 */
function readIntoOneBuffer(): OnReadOpts {
  return {
    buffer: Buffer.allocUnsafeSlow(readBytes),
    callback(this: Socket, size, bytes) {
      this.emit('data', bytes.subarray(0, size));
      return true;
    },
  };
}

/** How long a stream may be silent before TCP keep-alive probes the other end (milliseconds). */
const keepAliveMs = 60_000;

/** How long an interrupted request still waits for a response that may have a new token (milliseconds; docs/requirements.md, R16). */
const lastAnswerMs = 500;

/** A body is sent in slices of this many bytes, to tell a slow server from one that accepts nothing. */
const sliceBytes = 64 * 1024;

async function sendBody(outgoing: ClientRequest, body: HttpRequest['body']): Promise<void> {
  if (isSource(body)) return await sendSource(outgoing, body);
  if (body === undefined || body.length <= sliceBytes) return void outgoing.end(body);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += sliceBytes) {
    await new Promise<void>((resolve) => outgoing.write(bytes.subarray(at, at + sliceBytes), () => resolve()));
    outgoing.emit('moved');
  }
  if (!outgoing.destroyed) outgoing.end();
}

const unreached = 'could not be reached';

/** How far a request has got, in the words of the message if it stops there. */
type Progress = typeof unreached | 'did not accept the request' | 'did not respond';

interface WatchOptions extends TransportOptions {
  /** Ends the attempts to open a connection. */
  readonly opening: AbortController;
  resolve(reply: HttpReply): void;
  reject(error: unknown): void;
}

/** Follows one request until its headers arrive: handles time-outs, aborts and errors, and settles once. */
function watch(outgoing: ClientRequest, request: HttpRequest, options: WatchOptions): void {
  const { url, signal } = request;
  const { timeoutMs, proxy, opening, resolve, reject } = options;
  let progress: Progress = unreached;
  const giveUp = (): void => {
    const isUnsent = progress === unreached;
    const message = `${url.host} ${progress} within ${timeoutMs / 1000} s${isUnsent ? throughProxy(proxy) : ''}`;
    stop(toError(new NetworkFailure(message, isUnsent, tooSlow)));
  };
  let timer = setTimeout(giveUp, timeoutMs);
  const abort = (): void => {
    const end = (): void => stop(toError(signal.reason));
    if (request.mayRotate && outgoing.writableFinished) {
      clearTimeout(timer);
      timer = setTimeout(end, lastAnswerMs);
    } else end();
  };
  const fail = (error: unknown): void => {
    leave();
    void explain(error, request, {
      ...options,
      isConnected: progress !== unreached,
      isUploading: isSource(request.body),
      isProbe: !request.headers.authorization,
    }).then(reject);
  };
  const stop = (error: Error): void => {
    outgoing.destroy(error);
    opening.abort(error);
    // Node reports no error before there is a connection.
    if (!outgoing.socket) fail(error);
  };
  signal.addEventListener('abort', abort, { once: true });
  let settled = false;
  const leave = (): void => {
    settled = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  const moveOn = (to: Progress): void => {
    // The response may come before the whole request was sent, and then there is nothing left to wait for.
    if (settled) return;
    progress = to;
    timer.refresh();
  };
  outgoing.once('socket', (socket) => {
    const reached = (): void => moveOn('did not accept the request');
    const isSecuring = 'secureConnecting' in socket && socket.secureConnecting === true;
    if (isSecuring) socket.once('secureConnect', reached);
    else if (socket.connecting) socket.once('connect', reached);
    else reached();
  });
  outgoing.on('moved', () => moveOn('did not accept the request'));
  outgoing.once('finish', () => {
    moveOn('did not respond');
    if (!settled) request.onSent?.();
  });
  outgoing.on('error', fail);
  // No upgrade was requested, but the response may still contain a token.
  outgoing.once('upgrade', (incoming, socket) => {
    leave();
    socket.destroy();
    resolve({ ...toReply({ outgoing, incoming }, request, timeoutMs), body: Readable.from([]) });
  });
  outgoing.once('close', () => {
    // Closed without a response or an error.
    if (settled) return;
    leave();
    reject(new NetworkFailure(`${url.host}: the response cannot be understood`, false));
  });
  outgoing.once('response', (incoming) => {
    leave();
    // Detects a peer that disappeared, on a stream that may be silent for hours.
    if (request.isStream) incoming.socket.setKeepAlive(true, keepAliveMs);
    resolve(toReply({ outgoing, incoming }, request, timeoutMs));
  });
}

/**
 * Bodies of at least this size are announced first, so that the server can refuse them before they are sent (bytes; RFC 9110,
 * 10.1.1; docs/requirements.md, R53).
 */
const worthAnnouncing = 1024 * 1024;

/** How long to wait for the server to ask for an announced body before sending it anyway (milliseconds). */
const announcementMs = 1_000;

/**
 * Sends a body in chunks, no faster than the server accepts them, and stops if the server refuses it. An error while
 * reading ends the request with that error (docs/requirements.md, R52 and R53).
 */
async function sendSource(outgoing: ClientRequest, source: BodySource): Promise<void> {
  let isRefused = false;
  outgoing.once('response', ({ statusCode = 0 }: IncomingMessage) => {
    isRefused = statusCode >= 300;
  });
  const isOver = (): boolean => isRefused || outgoing.destroyed;
  try {
    if (outgoing.hasHeader('expect')) await isAskedFor(outgoing);
    if (isOver()) return;
    for await (const bytes of source.open()) {
      if (isOver()) return;
      await write(outgoing, bytes);
      outgoing.emit('moved');
    }
    if (!isOver()) outgoing.end();
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Resolves when the server asks for the body, responds without it, disconnects, or stays silent too long. */
async function isAskedFor(outgoing: ClientRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, announcementMs);
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ['continue', 'response', 'close']) outgoing.once(event, settle);
    outgoing.flushHeaders();
  });
}

/** Resolves when the chunk has been handed over, or the connection is closed. */
async function write(outgoing: ClientRequest, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(bytes, () => {
      outgoing.off('close', resolve);
      resolve();
    });
  });
}
