import { expect, test } from 'vitest';
import { NetworkFailure } from '../../src/http/message.js';
import { createWait } from '../../src/http/waiting.js';
import { reply, request } from './asking.js';

const asked = request('GET', 'http://tracker.example.com/x');
const refused = { failure: new NetworkFailure('cannot reach tracker.example.com: connection refused', true) };

function listen(): { readonly wait: ReturnType<typeof createWait>; readonly told: readonly string[] } {
  const told: string[] = [];
  return { wait: createWait(async (sentence) => void told.push(sentence)), told };
}

/** An aborted request is not waited for: what counts is what was said. */
const hurry = { ...asked, signal: AbortSignal.abort(new Error('enough')) };

test('waits are reported once, when they add up to a second', async () => {
  const { wait, told } = listen();
  await wait(1, asked, refused);
  expect(told).toEqual([]);
  for (const milliseconds of [998, 1, 5_000, 5_000])
    await expect(wait(milliseconds, hurry, refused)).rejects.toThrow('enough');
  expect(told).toEqual(['tracker.example.com: connection refused; trying again…']);
});

test.each([
  [
    { failure: new NetworkFailure('tracker.example.com: the connection was closed', false) },
    'tracker.example.com: the connection was closed; trying again…',
  ],
  [{ reply: reply(503) }, 'tracker.example.com returned 503; trying again…'],
  [{ reply: reply(429, { 'retry-after': '20' }) }, 'tracker.example.com returned 429; trying again in 20 s…'],
])('a wait says why, %#', async (outcome, sentence) => {
  const { wait, told } = listen();
  await expect(wait(20_000, hurry, outcome)).rejects.toThrow('enough');
  expect(told).toEqual([sentence]);
});

test('nothing is reported without a terminal', async () => {
  await expect(createWait()(20_000, hurry, refused)).rejects.toThrow('enough');
});
