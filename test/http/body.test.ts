import { expect, test } from 'vitest';
import { readStart } from '../../src/http/body/read.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { shortBody, stall, startMisbehavingServer, text } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { request } from './asking.js';

const server = eachTest(startMisbehavingServer);

const send = createNodeTransport({ timeoutMs: 5_000 });
const get = () => send(request('GET', `${server.origin}/x`));

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
