import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import { type App, isStream, jsonReply, type SandboxReply } from './exchange.js';

export type Listener = Awaited<ReturnType<typeof listen>>;

export interface ListenOptions {
  /** The default, 0, takes any free port. */
  readonly port?: number;
  /** How long a client may take to send its headers (milliseconds). */
  readonly headersTimeout?: number;
}

const address = '127.0.0.1';
const closeGrace = 1000;

/**
 * Serves the app on a port of 127.0.0.1. Throws an Error with the system's `code` if the port is not available. Requests for
 * another host are refused, so that no web page can reach the server under a name of its own (docs/requirements.md, R71).
 */
export async function listen(app: App, options: ListenOptions) {
  const headersTimeout = options.headersTimeout ?? 10_000;
  const running = new Map<ServerResponse, AbortController>();
  const server = createServer({
    headersTimeout,
    requestTimeout: 300_000,
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
  });
  const serve = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    const gone = new AbortController();
    running.set(response, gone);
    response.once('close', () => {
      running.delete(response);
      gone.abort();
    });
    void answerOverHttp(app, { request, response, awaitsContinue }, gone.signal);
  };
  server.on('request', (request, response) => serve(request, response, false));
  server.on('checkContinue', (request, response) => serve(request, response, true));
  const port = await bind(server, options.port ?? 0);
  return { url: `http://${address}:${port}`, port, close: () => shut(server, running) };
}

async function bind(server: Server, port: number): Promise<number> {
  server.listen({ port, host: address, exclusive: true });
  await once(server, 'listening');
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

/** Ends open streams and frees the port within two seconds, at once if nothing is running: what is has a moment to finish. */
function shut(server: Server, running: ReadonlyMap<ServerResponse, AbortController>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeGrace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    const endIfQuiet = (): void => {
      if (running.size === 0) server.closeAllConnections();
    };
    for (const [response, gone] of running) {
      response.once('close', endIfQuiet);
      gone.abort();
    }
    endIfQuiet();
  });
}

const lingerTime = 2000;

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The client sends its body only when asked to (Expect: 100-continue). */
  readonly awaitsContinue: boolean;
}

/**
 * Lets the app answer a request. Never rejects; a failure closes only this connection. `signal` aborts when the client or the
 * server goes.
 */
async function answerOverHttp(app: App, exchange: HttpExchange, signal: AbortSignal): Promise<void> {
  const { request, response } = exchange;
  try {
    const reply = ownHost.test(request.headers.host ?? '')
      ? await app({
          method: request.method ?? 'GET',
          target: request.url ?? '/',
          // Node joins repeated headers or keeps the first; only Set-Cookie is a list, and no request has it.
          headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
          body: readChunks(exchange),
          signal,
        })
      : jsonReply(403, { message: 'This address is not served here.' });
    await send(exchange, reply);
  } catch {
    response.destroy();
  }
}

const ownHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

async function* readChunks({ request, response, awaitsContinue }: HttpExchange): AsyncIterable<Uint8Array> {
  if (awaitsContinue) response.writeContinue();
  // Not destroyed if reading stops early, so that the reply can still be sent.
  yield* request.iterator({ destroyOnReturn: false });
}

async function send({ request, response }: HttpExchange, { status, headers, body }: SandboxReply): Promise<void> {
  if (response.destroyed) return;
  const isEarly = !request.complete;
  if (isEarly) response.setHeader('connection', 'close');
  if (isStream(body)) {
    response.writeHead(status, headers);
    response.flushHeaders();
    await pipeline(body, response);
    return;
  }
  const hasNoBody = request.method === 'HEAD' || status === 204 || status === 304;
  response.writeHead(status, hasNoBody ? headers : { ...headers, 'content-length': String(body.byteLength) });
  if (isEarly) {
    response.flushHeaders();
    if (!hasNoBody) response.write(body);
    // What the client still sends is read: closing at once could cost it the reply (docs/requirements.md, R78).
    await finished(request.resume(), { signal: AbortSignal.timeout(lingerTime) }).catch(() => undefined);
  } else if (!hasNoBody) {
    response.write(body);
  }
  response.end();
}
