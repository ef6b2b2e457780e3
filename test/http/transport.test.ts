import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { asText, TrackerError } from '../../src/contract/errors.js';
import type { Send } from '../../src/http/message.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { listen } from '../support/servers/listen.js';
import {
  cutChunk,
  cutGzip,
  drop,
  gzip,
  json,
  shortBody,
  silence,
  stall,
  startMisbehavingServer,
  text,
} from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { ask, bodyOf, failureOf, request } from './asking.js';
import { startConnectProxy } from './connect-proxy.js';

const server = eachTest(startMisbehavingServer);
const proxy = eachTest(() => startConnectProxy(server.port));

const interruption = new TrackerError('interrupted', 'interrupted');

describe.each(['directly', 'through a proxy'] as const)('%s', (name) => {
  /** The transport under test, and the address it reaches the server by. */
  function open(timeoutMs = 5_000): { send: Send; origin: string; host: string } {
    if (name === 'directly')
      return { send: createNodeTransport({ timeoutMs }), origin: server.origin, host: `127.0.0.1:${server.port}` };
    const send = createNodeTransport({ timeoutMs, proxy: new URL(`http://${proxy.host}`) });
    return { send, origin: 'http://tracker.example.com', host: 'tracker.example.com' };
  }

  test('sends method, path, headers and body, and gives status, headers and body', async () => {
    server.on('POST /a/b%2Fc', text('{"grüße":1}', 201, { 'x-one': 'two', 'content-type': 'application/json' }));
    const { send, origin } = open();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a.b%2F=+' };
    const reply = await send(request('POST', `${origin}/a/b%2Fc?q=a%26b`, { headers, body: '{"ü":"ö"}' }));
    expect([reply.status, reply.headers['x-one'], await bodyOf(reply)]).toEqual([201, 'two', '{"grüße":1}']);
    const [seen] = server.requests;
    expect([seen?.method, seen?.target, seen?.body]).toEqual(['POST', '/a/b%2Fc?q=a%26b', '{"ü":"ö"}']);
    expect(seen?.headers.authorization).toBe('Bearer a.b%2F=+');
    expect(seen?.headers['content-length']).toBe('11');
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
  });

  test('a DELETE without a body announces none', async () => {
    server.on('DELETE /x', text('', 204));
    const { send, origin } = open();
    expect(await ask(send, request('DELETE', `${origin}/x`))).toEqual({ status: 204, body: '' });
    expect(server.requests[0]?.headers['transfer-encoding']).toBeUndefined();
    expect(server.requests[0]?.body).toBe('');
  });

  test('a DELETE with a body sends it', async () => {
    server.on('DELETE /x', json({ ok: true }));
    const { send, origin } = open();
    await ask(send, request('DELETE', `${origin}/x`, { body: '{"token":"t"}' }));
    expect(server.requests[0]?.body).toBe('{"token":"t"}');
  });

  test('a response is decoded from gzip, deflate and brotli', async () => {
    const { send, origin } = open();
    server.on('GET /x', gzip({ a: 'b' }), gzip({ c: 'd' }, { 'content-encoding': 'X-GZIP' }));
    expect((await ask(send, request('GET', `${origin}/x`))).body).toBe('{"a":"b"}');
    expect((await ask(send, request('GET', `${origin}/x`))).body).toBe('{"c":"d"}');
  });

  test.each(['identity', 'Identity', ''])('the encoding %j is none', async (encoding) => {
    server.on('GET /x', text('abc', 200, { 'content-encoding': encoding }));
    const { send, origin } = open();
    expect((await ask(send, request('GET', `${origin}/x`))).body).toBe('abc');
  });

  test('an unknown encoding is an error, not garbage', async () => {
    server.on('GET /x', text('abc', 200, { 'content-encoding': 'rot13' }));
    const { send, origin, host } = open();
    const failure = await failureOf(ask(send, request('GET', `${origin}/x`)));
    expect([failure.kind, failure.message]).toEqual(['network', `${host}: the response has an unknown encoding`]);
  });

  test('no content under an encoding is no content', async () => {
    server.on('GET /x', text('', 204, { 'content-encoding': 'gzip' }));
    const { send, origin } = open();
    expect(await ask(send, request('GET', `${origin}/x`))).toEqual({ status: 204, body: '' });
  });

  test.each([
    ['a body shorter than announced', shortBody('{"tasks":[')],
    ['a chunk cut in the middle', cutChunk('{"tasks":[')],
    ['a gzip stream cut in the middle', cutGzip(randomBytes(600).toString('hex'))],
  ])('%s is an error that names the host', async (_name, answer) => {
    server.on('GET /x', answer);
    const { send, origin, host } = open();
    const failure = await failureOf(ask(send, request('GET', `${origin}/x`)));
    expect(failure.kind).toBe('network');
    expect(asText(failure.message).startsWith(`${host}: `)).toBe(true);
  });

  test('a damaged gzip stream is an error', async () => {
    const damaged = gzipSync('{"a":1}').fill(0, 12, 16);
    server.on('GET /x', text(damaged, 200, { 'content-encoding': 'gzip' }));
    const { send, origin, host } = open();
    const failure = await failureOf(ask(send, request('GET', `${origin}/x`)));
    expect(failure.message).toBe(`${host}: the response is truncated or damaged`);
  });

  test('a request whose connection closes without a response may have been applied', async () => {
    server.on('POST /x', drop);
    const { send, origin, host } = open();
    const failure = await failureOf(ask(send, request('POST', `${origin}/x`, { body: '{}' })));
    expect(failure).toMatchObject({
      kind: 'network',
      unsent: false,
      message: `${host}: the connection was closed before the response was complete`,
    });
  });

  test('much at first does not buy a second stretch of silence', async () => {
    server.on('GET /x', stall('x'.repeat(20_000)));
    const { send, origin } = open(2_000);
    const started = performance.now();
    await failureOf(ask(send, request('GET', `${origin}/x`)));
    expect(performance.now() - started).toBeLessThan(3_800);
  });

  test('an interruption before the request sends nothing', async () => {
    const { send, origin } = open();
    await expect(send(request('GET', `${origin}/x`, { signal: AbortSignal.abort(interruption) }))).rejects.toBe(
      interruption,
    );
    expect(server.requests).toEqual([]);
  });

  test('a response that is dropped unread leaves nothing open', async () => {
    server.on('GET /x', stall('{"tasks":['), json({ a: 1 }));
    const { send, origin } = open();
    (await send(request('GET', `${origin}/x`))).discard();
    expect((await ask(send, request('GET', `${origin}/x`))).body).toBe('{"a":1}');
  });

  test('two headers of one name are both there to be seen', async () => {
    server.on('GET /x', json({}, 200, { 'set-auth-token': ['one', 'two'] }));
    const { send, origin } = open();
    const reply = await send(request('GET', `${origin}/x`));
    const header = reply.headers['set-auth-token'];
    expect(typeof header === 'string' ? header.split(', ') : header).toEqual(['one', 'two']);
    reply.discard();
  });

  test('something that is not HTTP is an error that names the host', async () => {
    server.on('GET /x', ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const { send, origin, host } = open();
    const failure = await failureOf(ask(send, request('GET', `${origin}/x`)));
    expect(failure.kind).toBe('network');
    expect(asText(failure.message).startsWith(host)).toBe(true);
  });
});

describe('reaching a server', () => {
  test('a server that never finishes the handshake ends the wait, and nothing was sent', async () => {
    const mute = createServer(() => undefined);
    const port = await listen(mute);
    const send = createNodeTransport({ timeoutMs: 150 });
    const failure = await failureOf(ask(send, request('POST', `https://127.0.0.1:${port}/`, { body: '{}' })));
    expect(failure).toMatchObject({
      unsent: true,
      message: `127.0.0.1:${port} could not be reached within 0.15 s`,
      hint: 'use --timeout SECONDS to wait longer',
    });
    mute.close();
  });

  test('a server that takes the connection but not the whole request has seen some of it', async () => {
    const reading = createServer((socket) => void socket.pause());
    const port = await listen(reading);
    const send = createNodeTransport({ timeoutMs: 300 });
    const body = Buffer.alloc(32 * 1024 * 1024, 'x');
    const failure = await failureOf(ask(send, request('POST', `http://127.0.0.1:${port}/`, { body })));
    expect(failure).toMatchObject({ kind: 'network', unsent: false });
    reading.close();
  });

  test('a request that is taken slowly, but is taken, is not given up', async () => {
    const total = 24 * 1024 * 1024;
    const program = new URL('slow-reader.mjs', import.meta.url);
    const child = fork(program, [String(total)], { stdio: 'ignore' });
    const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
    const send = createNodeTransport({ timeoutMs: 700 });
    const reply = await ask(send, request('POST', `http://127.0.0.1:${port}/`, { body: Buffer.alloc(total, 'x') }));
    expect(reply).toEqual({ status: 200, body: 'taken' });
    child.kill();
  });
});

describe('through a proxy', () => {
  test('a percent sign that encodes nothing is sent unchanged', async () => {
    server.on('GET /x', json({}));
    const send = createNodeTransport({ timeoutMs: 5_000, proxy: new URL(`http://user:100%@${proxy.host}`) });
    await ask(send, request('GET', 'http://tracker.example.com/x'));
    expect(proxy.seen[0]?.authorization).toBe(`Basic ${Buffer.from('user:100%').toString('base64')}`);
  });

  test('a server behind the proxy that never finishes the handshake times out', async () => {
    server.on('GET /x', silence);
    const send = createNodeTransport({ timeoutMs: 150, proxy: new URL(`http://${proxy.host}`) });
    const failure = await failureOf(ask(send, request('POST', 'https://tracker.example.com/x', { body: '{}' })));
    expect(failure).toMatchObject({ kind: 'network', unsent: true });
    expect(failure.message).toContain('tracker.example.com');
  });
});
