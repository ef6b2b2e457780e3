import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HttpReply, HttpRequest, Send } from '../../src/http/message.js';
import { withWaitNotice } from '../../src/http/waiting.js';

const request = (accept = 'application/json'): HttpRequest => ({
  method: 'GET',
  url: new URL('https://tracker.example.com:8443/api/v1/tasks'),
  headers: { accept },
  signal: new AbortController().signal,
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function* bodyAfter(milliseconds: number): AsyncGenerator<Uint8Array> {
  await pause(milliseconds);
  yield new Uint8Array();
}

/** Responds after this time (milliseconds), with a body that takes as long again. */
const slow =
  (milliseconds: number): Send =>
  async (): Promise<HttpReply> => {
    await pause(milliseconds);
    return { status: 200, headers: {}, body: bodyAfter(milliseconds), discard: () => undefined };
  };

let told: string[];
const tell = (sentence: string): void => void told.push(sentence);
const line = 'waiting for tracker.example.com:8443…';

beforeEach(() => {
  told = [];
  vi.useFakeTimers();
});

afterEach(() => void vi.useRealTimers());

async function read(reply: Promise<HttpReply>): Promise<void> {
  for await (const _ of (await reply).body);
}

test.each([
  [490, []],
  [510, [line]],
])('head and body are waited for together (%d ms each)', async (milliseconds, expected) => {
  const reading = read(withWaitNotice(slow(milliseconds), tell)(request()));
  await vi.advanceTimersByTimeAsync(2_000);
  await reading;
  expect(told).toEqual(expected);
});

test('requests one after the other add up, those at the same time do not', async () => {
  const send = withWaitNotice(slow(200), tell);
  const together = Promise.all([1, 2, 3, 4].map(() => read(send(request()))));
  await vi.advanceTimersByTimeAsync(500);
  await together;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual([]);
  const third = [read(send(request()))];
  await vi.advanceTimersByTimeAsync(400);
  third.push(read(send(request())));
  await vi.advanceTimersByTimeAsync(400);
  await Promise.all(third);
  expect(new Set(told)).toEqual(new Set([line]));
});

test('a stream of events may be silent', async () => {
  const reading = read(withWaitNotice(slow(3_000), tell)(request('text/event-stream')));
  await vi.advanceTimersByTimeAsync(7_000);
  await reading;
  expect(told).toEqual([]);
});
