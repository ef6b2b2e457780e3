import { expect, test } from 'vitest';
import { maskUrl } from '../../src/contract/text/mask-url.js';
import { withTrace } from '../../src/http/trace.js';
import { answer } from '../support/sandbox/in-process.js';
import { bodyOf, request } from './asking.js';

const url = 'http://user:canary@h/api?q=a%20b&token=canary&state=canary&apiKey=canary';

test('an address is shown without user names, passwords and secret values', () => {
  expect(maskUrl(new URL(url))).toBe('http://h/api?q=a+b&token=***&state=***&apiKey=***');
});

test('a request is reported once, with sizes and times, and without headers', async () => {
  const lines: string[] = [];
  const times = [0, 12, 40];
  const send = withTrace(
    async () => answer(201, 'body', { 'set-auth-token': 'canary' }),
    (line) => void lines.push(line),
    () => times.shift() ?? 0,
  );
  const headers = { authorization: 'Bearer canary' };
  await bodyOf(await send(request('POST', url, { headers, body: 'grüße' })));
  expect(lines).toEqual([
    'POST http://h/api?q=a+b&token=***&state=***&apiKey=*** → 201 in 12 ms, 7 bytes sent, 4 bytes received in 40 ms, new token',
  ]);
});

test('a response that is dropped, before or while it is read, is reported once', async () => {
  const lines: string[] = [];
  const send = withTrace(
    async () => answer(503, 'body'),
    (line) => void lines.push(line),
    () => 0,
  );
  (await send(request('GET', 'http://h/'))).discard();
  const read = await send(request('GET', 'http://h/'));
  for await (const _bytes of read.body) read.discard();
  expect(lines).toEqual([
    'GET http://h/ → 503 in 0 ms, 0 bytes received in 0 ms',
    'GET http://h/ → 503 in 0 ms, 4 bytes received in 0 ms',
  ]);
});

test('a failure is reported and passed on', async () => {
  const lines: string[] = [];
  const send = withTrace(
    () => Promise.reject(new Error('cannot reach h')),
    (line) => void lines.push(line),
    () => 0,
  );
  await expect(send(request('GET', 'http://h/'))).rejects.toThrow('cannot reach h');
  expect(lines).toEqual(['GET http://h/ → cannot reach h after 0 ms']);
});
