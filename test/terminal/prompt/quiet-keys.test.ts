import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { type QuietKeys, quietKeys } from '../../../src/terminal/prompt/quiet-keys.js';
import type { KeySource } from '../../../src/terminal/read-keys.js';
import { createFullScreen } from '../../../src/terminal/streams/full-screen.js';

let typed: PassThrough;
let isRaw: boolean;
let said: number;
let keys: QuietKeys;

beforeEach(() => {
  typed = new PassThrough();
  [isRaw, said] = [false, 0];
  const setRawMode = (next: boolean): void => {
    isRaw = next;
  };
  const fullScreen = () => createFullScreen({ stdout: typed, job: {}, divert: () => undefined });
  const terminal: KeySource = Object.assign(typed, { isTTY: true, setRawMode });
  keys = quietKeys(
    { stdin: { isTerminal: true, readAll: async () => new Uint8Array(), stream: () => terminal }, fullScreen },
    async () => void said++,
  );
});

/** A question that takes what is typed within a moment. */
const ask = async (): Promise<string> => {
  expect(isRaw).toBe(false);
  let answer = '';
  const take = (chunk: Buffer): void => {
    answer += chunk.toString();
  };
  typed.on('data', take).resume();
  typed.write('2\n');
  await pause(10);
  typed.off('data', take);
  return answer;
};

test('what is typed before a question is neither shown nor an answer to it, and that is said once', async () => {
  expect(isRaw).toBe(true);
  typed.write('1\n');
  await pause(10);
  expect(await keys.open(ask)).toBe('2\n');
  expect({ isRaw, said }).toEqual({ isRaw: true, said: 1 });
  expect(await keys.open(ask)).toBe('2\n');
  keys.end();
  expect({ isRaw, said }).toEqual({ isRaw: false, said: 1 });
});

test('Ctrl-C ends the program while no question is open, and none is asked after it', async () => {
  typed.write('\u0003');
  await expect(keys.interrupted).rejects.toMatchObject({ kind: 'interrupted' });
  await expect(keys.open(ask)).rejects.toMatchObject({ kind: 'interrupted' });
  keys.end();
  expect(isRaw).toBe(false);
});

test('a question within another leaves the terminal to it', async () => {
  expect(await keys.open(async () => [await keys.open(ask), await ask()])).toEqual(['2\n', '2\n']);
  expect(isRaw).toBe(true);
  keys.end();
});
