import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { listen } from '../support/servers/listen.js';
import type { Identity } from '../support/servers/tls.js';
import { until } from '../support/until.js';

/** What the proxy is told to do with a CONNECT. */
export type ProxyBehaviour =
  | 'tunnel'
  | 'silence'
  /** Closes the connection instead of an answer. */
  | 'hang up'
  /** Makes the tunnel, and closes it after this many bytes of what comes back. */
  | { readonly cutAfter: number }
  | { readonly refuse: number };

export interface ConnectProxy {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** The first line and the headers of every request the proxy could read. */
  readonly seen: readonly {
    readonly line: string;
    readonly authorization: string | undefined;
    readonly text: string;
  }[];
  /** Resolves once this many requests have been read. */
  received(count: number): Promise<unknown>;
  close(): Promise<void>;
}

/** A proxy that takes every tunnel to one port of this computer, whatever host it was asked for. With an identity, it speaks https. */
export async function startConnectProxy(
  port: number,
  behaviour: ProxyBehaviour = 'tunnel',
  identity?: Identity,
): Promise<ConnectProxy> {
  const seen: { line: string; authorization: string | undefined; text: string }[] = [];
  const sockets = new Set<Socket>();
  const server = identity ? createSecureServer(identity) : createServer();
  server.on('request', (request, response) => {
    seen.push({
      line: `${request.method} ${request.url}`,
      authorization: undefined,
      text: request.rawHeaders.join('\n'),
    });
    response.writeHead(418).end();
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', (request, socket) => {
    const authorization = request.headers['proxy-authorization'];
    seen.push({ line: `${request.method} ${request.url}`, authorization, text: request.rawHeaders.join('\n') });
    if (behaviour === 'silence') return;
    if (behaviour === 'hang up') return void socket.destroy();
    if (behaviour !== 'tunnel' && 'refuse' in behaviour)
      return void socket.end(`HTTP/1.1 ${behaviour.refuse} No\r\n\r\n`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    let passed = 0;
    onward.on('data', (bytes: Buffer) => {
      passed += bytes.length;
      if (behaviour !== 'tunnel' && passed > behaviour.cutAfter) socket.destroy();
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return {
    host: `127.0.0.1:${await listen(server)}`,
    seen,
    received: async (count) => await until(`${count} requests to the proxy`, () => seen.length >= count),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
