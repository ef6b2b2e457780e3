import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readBytes, readStart } from '../../src/http/body/read.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { json, shortBody, stall, startMisbehavingServer, text } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { failureOf, request } from './asking.js';

const server = eachTest(startMisbehavingServer);

const send = createNodeTransport({ timeoutMs: 5_000 });
const get = () => send(request('GET', `${server.origin}/x`));

test('a body is read whole', async () => {
  server.on('GET /x', json({ a: 'ü'.repeat(100_000) }));
  expect((await readBytes(await get())).length).toBe(200_008);
});

test('a body beyond the limit is an error, and its connection is dropped', async () => {
  const endless = gzipSync(Buffer.alloc(30 * 1024 * 1024));
  server.on('GET /x', text(endless, 200, { 'content-encoding': 'gzip' }));
  const limit = 2 * 1024 * 1024;
  expect(await failureOf(readBytes(await get(), limit))).toMatchObject({
    kind: 'failed',
    status: 200,
    message: 'the response is larger than 2 MB',
  });
});

test('the start of a body that never ends is enough of it', async () => {
  server.on('GET /x', stall('{"message":"no"}', 500));
  expect((await readStart(await get())).toString()).toBe('{"message":"no"}');
});

test('the start of a body that breaks off is what had come', async () => {
  server.on('GET /x', shortBody('{"message":"no"}', 500));
  expect((await readStart(await get())).toString()).toBe('{"message":"no"}');
});

test('the start of a long body is cut', async () => {
  server.on('GET /x', text('x'.repeat(10_000_000), 500));
  expect((await readStart(await get())).length).toBe(64 * 1024);
});
