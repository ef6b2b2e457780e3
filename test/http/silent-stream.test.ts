import { describe, expect, test } from 'vitest';
import { createTransport } from '../../src/http/transport/choose.js';
import { type Answer, type MisbehavingServer, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { bodyOf, failureOf, request } from './asking.js';
import { startConnectProxy } from './connect-proxy.js';

/** Two pieces with more than the time-out between them. */
const slow: Answer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('one');
  setTimeout(() => response.end('two'), 900);
};

/** A server that is silent in between, and the ways to it. */
async function withWays(
  work: (way: { readonly send: ReturnType<typeof createTransport>; readonly url: string }) => Promise<void>,
  isProxied: boolean,
): Promise<void> {
  const server: MisbehavingServer = await startMisbehavingServer();
  server.on('GET /x', slow);
  const tunnel = await startConnectProxy(server.port);
  const env = isProxied ? { http_proxy: tunnel.host } : {};
  const send = createTransport({ timeoutMs: 300, env });
  const url = isProxied ? 'http://tracker.example.com/x' : `${server.origin}/x`;
  try {
    await work({ send, url });
  } finally {
    await tunnel.close();
    await server.close();
  }
}

describe.each([
  ['directly', false],
  ['through a proxy', true],
])('%s', (_name, isProxied) => {
  test('a stream may be silent for longer than the time-out', async () => {
    await withWays(async ({ send, url }) => {
      expect(await bodyOf(await send(request('GET', url, { isStream: true })))).toBe('onetwo');
    }, isProxied);
  });

  test('any other body may not', async () => {
    await withWays(async ({ send, url }) => {
      const failure = await failureOf(send(request('GET', url)).then(bodyOf));
      expect(failure.message).toContain('sent almost nothing for 0.3 s');
    }, isProxied);
  });
});
