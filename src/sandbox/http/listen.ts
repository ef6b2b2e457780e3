import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from './exchange.js';
import { answerOverHttp } from './node-exchange.js';

export interface Listening {
  /** Scheme, host and port, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Ends open streams, gives running requests a moment to finish, and frees the port within two seconds. */
  close(): Promise<void>;
}

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
export async function listen(app: App, options: ListenOptions): Promise<Listening> {
  const headersTimeout = options.headersTimeout ?? 10_000;
  const closing = new AbortController();
  const running = new Set<ServerResponse>();
  const server = createServer({
    headersTimeout,
    requestTimeout: 300_000,
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
  });
  const serve = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    running.add(response);
    response.once('close', () => running.delete(response));
    void answerOverHttp({ app, request, response, awaitsContinue, closing: closing.signal });
  };
  server.on('request', (request, response) => serve(request, response, false));
  server.on('checkContinue', (request, response) => serve(request, response, true));
  const port = await bind(server, options.port ?? 0);
  return { url: `http://${address}:${port}`, port, close: () => shut(server, closing, running) };
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(explain(cause, port)));
    server.listen({ port, host: address, exclusive: true }, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

function explain(cause: NodeJS.ErrnoException, port: number): Error {
  const reason =
    cause.code === 'EADDRINUSE'
      ? 'is already in use'
      : cause.code === 'EACCES'
        ? 'needs more privileges'
        : 'cannot be opened';
  return Object.assign(new Error(`port ${port} on ${address} ${reason}`, { cause }), { code: cause.code });
}

/** Gives running requests a moment, then ends every connection; at once if nothing is running. */
function shut(server: Server, closing: AbortController, running: ReadonlySet<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeGrace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    const endIfQuiet = (): void => {
      if (running.size === 0) server.closeAllConnections();
    };
    for (const response of running) response.once('close', endIfQuiet);
    closing.abort();
    endIfQuiet();
  });
}
