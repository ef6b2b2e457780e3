import { Readable } from 'node:stream';
import { buildConnector, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { attempt, TrackerError } from '../../contract/errors.js';
import { decompress } from '../body/decompress.js';
import { codesOf, explainFailure } from '../failure.js';
import { type HttpRequest, isSource, NetworkFailure, type Send } from '../message.js';
import { maxHeaderSize, type TransportOptions } from './node.js';
import { withStallGuard } from './node-reply.js';

/** Sends through a proxy with undici. The proxy sees only CONNECT with the host and port (docs/requirements.md, R33). */
export function createProxyTransport(proxy: URL, options: TransportOptions): Send {
  let tunnels: Tunnels | undefined;
  return async (request) => {
    request.signal.throwIfAborted();
    tunnels ??= openTunnels(proxy, options);
    const { send, reached, destroy } = tunnels;
    const { signal } = request;
    signal.addEventListener('abort', destroy);
    try {
      return await send(request);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // Such as a file that changed while it was sent.
      if (error instanceof TrackerError) throw error;
      const isReached = reached.has(request.url.origin);
      const isUploading = isSource(request.body);
      throw explainProxyFailure(error, { ...options, url: request.url, proxy, isReached, isUploading });
    } finally {
      signal.removeEventListener('abort', destroy);
    }
  };
}

interface Tunnels {
  readonly send: Send;
  /** The origins there has been a connection to; nothing can have been sent to any other. */
  readonly reached: ReadonlySet<string>;
  /** Aborts whatever is in progress: undici ignores the signal while it is connecting. */
  readonly destroy: () => void;
}

function openTunnels(proxy: URL, { timeoutMs }: TransportOptions): Tunnels {
  const reached = new Set<string>();
  const connector = buildConnector({ timeout: timeoutMs });
  // undici would name a proxy in TLS even by its IP address, which Node 26 refuses, and earlier versions warn about. Without a
  // name here, it takes the host of the proxy unless that is an address.
  const connect: buildConnector.connector = (to, callback) => connector({ ...to, servername: '' }, callback);
  const dispatcher = new ProxyAgent({
    uri: withoutCredentials(proxy),
    ...credentialsOf(proxy),
    headersTimeout: timeoutMs,
    bodyTimeout: 0,
    requestTls: { timeout: timeoutMs },
    clientFactory: (origin, options) =>
      withPlainErrors(new Pool(origin, { ...options, connect, headersTimeout: timeoutMs })),
    factory: (origin, options) =>
      new Pool(origin, { ...options, maxHeaderSize }).on('connect', ({ origin }) => void reached.add(origin)),
  });
  const send: Send = async ({ url, method, headers, body, signal, isStream, onSent }) => {
    const response = request(url, { dispatcher, method, ...(await payloadOf(headers, body)), signal });
    // undici does not report when a request has been sent.
    onSent?.();
    const reply = await response;
    // A body dropped unread emits an error that nothing else handles.
    reply.body.on('error', () => undefined);
    const stop = (): void => void reply.body.destroy();
    const guarded = isStream ? reply.body : withStallGuard(reply.body, { timeoutMs, host: url.host, stop });
    const encoding = reply.headers['content-encoding'];
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: readDecoded(guarded, typeof encoding === 'string' ? encoding : undefined, { url, signal }),
      discard: stop,
    };
  };
  return { send, reached, destroy: () => void dispatcher.destroy() };
}

/** A body read in chunks is sent with its length, and read again for every try. */
async function payloadOf(headers: HttpRequest['headers'], body: HttpRequest['body']) {
  if (!isSource(body)) return { headers, body: body ?? null };
  return { headers: { ...headers, 'content-length': String(body.length) }, body: Readable.from(body.open()) };
}

/**
 * When a proxy hangs up, undici mistakes it for an idle connection because of the error's code, and reconnects forever.
 * Moving the error to `cause` hides that code, and the request fails.
 */
function withPlainErrors(pool: Pool): Pool {
  const plain = pool.connect.bind(pool);
  const connect = async (options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    try {
      return await plain(options);
    } catch (cause) {
      throw new Error('no tunnel', { cause });
    }
  };
  return Object.assign(pool, { connect });
}

async function* readDecoded(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decompress(source, encoding, url);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof NetworkFailure ? error : explainFailure(error, url);
  }
}

interface Attempt extends TransportOptions {
  readonly url: URL;
  readonly proxy: URL;
  readonly isReached: boolean;
  readonly isUploading: boolean;
}

function explainProxyFailure(error: unknown, attempt: Attempt): NetworkFailure {
  const { url, proxy, isReached, isUploading, timeoutMs, extraCertificates } = attempt;
  const status = /Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (status) {
    const why = status === '407' ? 'it requires a user name and password' : `it returned ${status}`;
    const message = `the proxy ${proxy.host} refused the connection to ${url.host}: ${why}`;
    return new NetworkFailure(message, true, { isLasting: status.startsWith('4'), cause: error });
  }
  const isTimeout = codesOf(error).some((code) => /^UND_ERR_(?:HEADERS|CONNECT)_TIMEOUT$/.test(code));
  const failure = isTimeout
    ? timedOut(url, isReached, timeoutMs)
    : explainFailure(error, url, { extraCertificates, isConnected: isReached, isUploading });
  if (isReached && !failure.unsent) return failure;
  const { hint, isLasting } = failure;
  const message = `${failure.message} (through the proxy ${proxy.host})`;
  return new NetworkFailure(message, true, { hint, isLasting, cause: error });
}

function timedOut(url: URL, isReached: boolean, timeoutMs: number): NetworkFailure {
  const what = isReached ? 'did not respond' : 'could not be reached';
  const hint = 'use --timeout SECONDS to wait longer';
  return new NetworkFailure(`${url.host} ${what} within ${timeoutMs / 1000} s`, !isReached, { hint, isLasting: true });
}

function withoutCredentials(proxy: URL): string {
  const url = new URL(proxy);
  url.username = '';
  url.password = '';
  return url.href;
}

function credentialsOf(proxy: URL): { token?: string } {
  if (!proxy.username) return {};
  const pair = `${decodePart(proxy.username)}:${decodePart(proxy.password)}`;
  return { token: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A password may contain a percent sign that is not an encoding. */
function decodePart(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
