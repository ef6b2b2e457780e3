import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The requirements on signing in, tokens, the wire, hostile text, uploads, events, pipes, lost text and damage; tests of others stand with what they are about. */
const ranges = [
  [1, 40],
  [50, 70],
] as const;

const wanted = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

const numbersIn = (text: string, pattern: RegExp): ReadonlySet<number> =>
  new Set([...text.matchAll(pattern)].map((match) => Number(match[1])));

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

test('each requirement has a test that is named after it', () => {
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const tested = numbersIn(files.map(read).join('\n'), /['"`]R(\d+): \w/g);
  expect(wanted.filter((number) => !tested.has(number))).toEqual([]);
});

test('each requirement is written down', () => {
  const written = numbersIn(read('../../docs/requirements.md'), /^\| R(\d+) /gm);
  const last = Math.max(...written);
  // R98 is about programs that act for a person, which have no access of their own yet.
  const all = Array.from({ length: last }, (_, index) => index + 1).filter((number) => number !== 98);
  expect(all.filter((number) => !written.has(number))).toEqual([]);
  expect(last).toBeGreaterThanOrEqual(99);
});
