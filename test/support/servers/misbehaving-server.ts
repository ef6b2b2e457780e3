import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { checkRequests } from '../secrets/secrets-watch.js';
import type { Identity } from './tls.js';

/** One request as received. */
export interface Recorded {
  readonly method: string;
  /** Path and query, not normalised. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What an answer can use. The whole request has been read, and nothing has been sent. */
export interface Exchange {
  readonly request: Recorded;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

export type Answer = (exchange: Exchange) => void;

export interface MisbehavingServer {
  /** `http://127.0.0.1:PORT`, or `https://localhost:PORT` with an identity. */
  readonly origin: string;
  readonly port: number;
  /** All requests, in order. */
  readonly requests: readonly Recorded[];
  /** Answers `METHOD /path` with these, one after another; the last one repeats. */
  on(route: string, ...answers: readonly Answer[]): void;
  /** Undoes `on` for a route. */
  forget(route: string): void;
  /** How many connections were opened, whether used or not. */
  connections(): number;
  /** Resolves when this many requests have been read. */
  received(count: number): Promise<void>;
  /** Throws an Error if a token was sent anywhere but in an Authorization header. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** The address to listen on (default: 127.0.0.1). */
  readonly host?: string;
  readonly port?: number;
  /** Answers all other requests (default: 501). */
  readonly otherwise?: Answer;
  /** If given, the server uses https. */
  readonly identity?: Identity;
  /** How long an idle connection stays open; also announced to clients (milliseconds; default: 5 s). */
  readonly keepAliveMs?: number;
}

/** A server on a real port of 127.0.0.1 that records every request and answers as badly as the test wants. */
export async function startMisbehavingServer(options: ServerOptions = {}): Promise<MisbehavingServer> {
  const { host = '127.0.0.1', port: wantedPort = 0, identity, otherwise = unscripted, keepAliveMs = 5_000 } = options;
  const requests: Recorded[] = [];
  const scripts = new Map<string, Answer[]>();
  const waiting = new Set<() => void>();
  const take = (incoming: IncomingMessage, response: ServerResponse): void => {
    void readBody(incoming).then((body) => {
      const { method = '', url = '', headers, socket } = incoming;
      const request = { method, target: url, headers, body };
      requests.push(request);
      const script = scripts.get(`${method} ${url.split('?')[0]}`);
      const answer = (script && script.length > 1 ? script.shift() : script?.[0]) ?? otherwise;
      answer({ request, response, socket });
      for (const look of waiting) look();
    });
  };
  const server = identity
    ? createSecureServer({ ...identity, insecureHTTPParser: true }, take)
    : createServer({ insecureHTTPParser: true }, take);
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wantedPort, host, resolve));
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  // The address of a listening server is an object with the port.
  const { port } = server.address() as AddressInfo;
  const origin = identity ? `https://localhost:${port}` : `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    origin,
    port,
    requests,
    forget: (route) => void scripts.delete(route),
    connections: () => connections,
    on: (route, ...answers) => void scripts.set(route, [...answers]),
    received: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (requests.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      checkRequests(origin, requests);
    },
  };
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

const unscripted: Answer = ({ request, response }) => {
  response.writeHead(501, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ message: `no answer was written for ${request.method} ${request.target}` }));
};

/** A correct JSON response. */
export const json =
  (value: unknown, status = 200, headers: Headers = {}): Answer =>
  (exchange) =>
    text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers })(exchange);

export const text =
  (body: string | Uint8Array, status = 200, headers: Headers = {}): Answer =>
  ({ response }) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(status);
    response.end(status === 204 ? undefined : body);
  };

export const html = (status = 200): Answer =>
  text('<!doctype html><title>Something else</title><p>Hello', status, { 'content-type': 'text/html' });

export const redirect = (location: string, status = 302, headers: Headers = {}): Answer =>
  text('', status, { location, ...headers });

export const gzip = (value: unknown, headers: Headers = {}): Answer =>
  text(gzipSync(JSON.stringify(value)), 200, { 'content-encoding': 'gzip', ...headers });

/** The first half of a gzip stream, with a matching Content-Length. */
export const cutGzip = (value: unknown): Answer => {
  const whole = gzipSync(JSON.stringify(value));
  return text(whole.subarray(0, Math.floor(whole.length / 2)), 200, { 'content-encoding': 'gzip' });
};

/** Announces a longer body than it sends, and closes the connection. */
export const shortBody = (body: string, status = 200, headers: Headers = {}): Answer =>
  raw(status, { 'content-length': String(body.length + 100), ...headers }, body, true);

/** Ends the connection in the middle of a chunk. */
export const cutChunk = (body: string, status = 200): Answer =>
  raw(status, { 'transfer-encoding': 'chunked' }, `${(body.length + 50).toString(16)}\r\n${body}`, true);

/** Sends this part of a longer body, and then nothing; the connection stays open. */
export const stall = (body: string, status = 200, headers: Headers = {}): Answer =>
  raw(status, { 'content-length': String(body.length + 100), ...headers }, body, false);

/** Reads the request and closes the connection without a response. */
export const drop: Answer = ({ socket }) => void socket.destroy();

/** Reads the request and never answers. */
export const silence: Answer = () => undefined;

/** Sends a piece so many times, as fast as it is read. */
export const repeating =
  (piece: Uint8Array, times: number): Answer =>
  ({ response }) => {
    let left = times;
    response.writeHead(200, { 'content-length': String(times * piece.length) });
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };

/** Does something before answering. */
export const first =
  (act: () => void, answer: Answer): Answer =>
  (exchange) => {
    act();
    answer(exchange);
  };

function raw(status: number, headers: Headers, body: string, close: boolean): Answer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((each) => `${name}: ${each}\r\n`),
  );
  return ({ socket }) => {
    socket.write(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${body}`);
    if (close) socket.end();
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch {
    // If the client gives up while sending, what it has sent is recorded.
  }
  return Buffer.concat(chunks).toString('utf8');
}
