import { expect, test } from 'vitest';
import { createTransport } from '../../src/http/transport/choose.js';
import { type Answer, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { bodyOf, failureOf, request } from './asking.js';
import { startConnectProxy } from './connect-proxy.js';

/** Two pieces with more than the time-out between them. */
const slow: Answer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('one');
  setTimeout(() => response.end('two'), 900);
};

const server = eachTest(startMisbehavingServer);
const proxy = eachTest(() => startConnectProxy(server.port));

const ask = async (isStream: boolean): Promise<string> => {
  server.on('GET /x', slow);
  const send = createTransport({ timeoutMs: 300, env: { http_proxy: proxy.host } });
  return await bodyOf(await send(request('GET', 'http://tracker.example.com/x', { isStream })));
};

test('through a proxy, a stream may be silent for longer than the time-out', async () => {
  expect(await ask(true)).toBe('onetwo');
});

test('any other body may not', async () => {
  expect((await failureOf(ask(false))).message).toContain('sent almost nothing for 0.3 s');
});
