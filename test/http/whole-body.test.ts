import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readWhole } from '../../src/http/body/read.js';
import type { Send } from '../../src/http/message.js';
import { withRetry } from '../../src/http/retry.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { type Answer, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { ask, failureOf, request } from './asking.js';

const server = eachTest(startMisbehavingServer);

const wait = async (): Promise<void> => undefined;
const open = (timeoutMs = 5_000): Send =>
  withRetry(createNodeTransport({ timeoutMs }), { now: () => new Date(), wait, read: readWhole });

test('a small response that unpacks to too much is an error at once, and not requested again', async () => {
  const bomb = gzipSync(Buffer.alloc(160 * 1024 * 1024));
  const endless: Answer = ({ response }) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
    // The response stays open, so only the reader can end it.
    response.write(bomb);
  };
  server.on('GET /x', endless);
  const started = performance.now();
  const failure = await failureOf(ask(open(60_000), request('GET', `${server.origin}/x`)));
  expect(failure).toMatchObject({ kind: 'failed', message: 'the response is larger than 32 MB' });
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(server.requests.length).toBe(1);
});
