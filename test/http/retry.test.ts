import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../src/contract/errors.js';
import type { Send } from '../../src/http/message.js';
import { NetworkFailure } from '../../src/http/message.js';
import { readRetryAfter, withRetry } from '../../src/http/retry.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { waitFor } from '../../src/http/waiting.js';
import { answer } from '../support/sandbox/in-process.js';
import { json, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { ask, request } from './asking.js';

const server = eachTest(startMisbehavingServer);
let waits: number[];

beforeEach(() => {
  waits = [];
});

const now = new Date('2026-11-20T10:00:00Z');
const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
const open = (timeoutMs = 5_000): Send => withRetry(createNodeTransport({ timeoutMs }), { now: () => now, wait });
const asked = (method: string) => request(method, `${server.origin}/x`, method === 'GET' ? {} : { body: '{}' });

test.each([429, 500, 502, 503, 504])('a GET is repeated after a %i', async (status) => {
  server.on('GET /x', json({}, status), json({}, status), json({ a: 1 }));
  expect(await ask(open(), asked('GET'))).toEqual({ status: 200, body: '{"a":1}' });
  expect(server.requests.length).toBe(3);
});

test('waits grow, and differ by up to a quarter', async () => {
  server.on('GET /x', json({}, 503));
  await ask(open(), asked('GET'));
  const ranges = [250, 750, 2_250].map((middle) => [middle * 0.75, middle * 1.25] as const);
  expect(waits.length).toBe(3);
  for (const [at, [least = 0, most = 0]] of ranges.entries()) {
    expect(waits[at]).toBeGreaterThanOrEqual(least);
    expect(waits[at]).toBeLessThanOrEqual(most);
  }
});

describe.each(['POST', 'PATCH', 'PUT', 'DELETE'])('%s', (method) => {
  test.each([500, 502, 503, 504])('is not repeated after a %i', async (status) => {
    server.on(`${method} /x`, json({ message: 'no' }, status));
    expect((await ask(open(), asked(method))).status).toBe(status);
    expect([server.requests.length, waits]).toEqual([1, []]);
  });
});

test('a permanent failure is reported at once', async () => {
  const failure = new NetworkFailure('cannot trust it: its certificate has expired', true, { isLasting: true });
  const send = withRetry(() => Promise.reject(failure), { now: () => now, wait });
  await expect(send(asked('GET'))).rejects.toBe(failure);
  expect(waits).toEqual([]);
});

test('the name of a host says nothing about what mends itself', async () => {
  const failure = new NetworkFailure('cannot reach certificate.example.com: connection refused', true);
  const send = withRetry(() => Promise.reject(failure), { now: () => now, wait });
  await expect(send(asked('GET'))).rejects.toBe(failure);
  expect(waits.length).toBe(3);
});

describe('Retry-After', () => {
  test.each([
    ['2', 2_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['86400', 86_400_000],
    ['Fri, 20 Nov 2026 10:00:05 GMT', 5_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    ['2026-11-20', undefined],
  ])('%j asks for %s ms', (value, expected) => {
    expect(readRetryAfter(answer(429, '', { 'retry-after': value }), now)).toBe(expected);
  });

  test('is not there, or there twice', () => {
    expect(readRetryAfter(answer(429, ''), now)).toBeUndefined();
    expect(readRetryAfter(answer(429, '', { 'retry-after': ['1', '2'] }), now)).toBeUndefined();
  });

  test.each([
    ['GET', 429],
    ['GET', 503],
    ['PATCH', 429],
    ['PATCH', 503],
  ])('is left to a caller who tries %s again later, after a %i', async (method, status) => {
    server.on(`${method} /x`, json({}, status, { 'retry-after': '2' }));
    const told: number[] = [];
    const onAskedToWait = (milliseconds: number): void => void told.push(milliseconds);
    expect(await open()({ ...asked(method), onAskedToWait })).toMatchObject({ status, askedMs: 2_000 });
    expect([told, server.requests.length, waits]).toEqual([[2_000], 1, []]);
  });
});

test('a wait can be interrupted at once, before and while it lasts', async () => {
  const reason = new TrackerError('interrupted', 'interrupted');
  await expect(waitFor(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = waitFor(60_000, controller.signal);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await waitFor(1, new AbortController().signal);
});
