import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mergeLines } from '../../src/state/merge-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'tracker-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'tasks.tsv');

/** Merges lines `ref uuid title` into a file of such lines; false if it has them all. */
function merge(file: readonly string[], lines: readonly string[], most = 100): unknown {
  const text = (each: readonly string[]): string => each.map((line) => `${line.replaceAll(' ', '\t')}\n`).join('');
  writeFileSync(path, text(file));
  const merged = mergeLines(() => path, Buffer.from(text(lines)), most);
  if (!merged) return merged;
  return merged.toString('utf8').trimEnd().replaceAll('\t', ' ').split('\n');
}

test('a file that has all lines in their order is left as it is', () => {
  const file = ['A-1 a one', 'A-2 b two', 'A-3 c three'];
  for (const lines of [file, file.slice(1), ['A-1 a one', 'A-3 c three'], []]) expect(merge(file, lines)).toBe(false);
});

test('new lines come first, and replace those with their reference or uuid', () => {
  expect(merge([], ['A-1 a one'])).toEqual(['A-1 a one']);
  expect(merge(['A-1 a one', 'A-2 b two', 'A-3 c three'], ['A-2 b zwei', 'A-9 c drei'])).toEqual([
    'A-2 b zwei',
    'A-9 c drei',
    'A-1 a one',
  ]);
  expect(merge(['A-1 a one', 'A-2 b two'], ['A-2 a two'])).toEqual(['A-2 a two']);
});

test('part of another line is not a known line', () => {
  expect(merge(['AA-1 a one', 'A-2 b two'], ['A-1 a one'])).toEqual(['A-1 a one', 'A-2 b two']);
  expect(merge(['A-1 a one two'], ['A-1 a one'])).toEqual(['A-1 a one']);
});

test('lines that make no sense are left out, and so are the oldest beyond the limit', () => {
  expect(merge(['A-1 a one', 'nonsense', 'A-2 b two', 'A-3 c three'], ['A-9 z new'], 3)).toEqual([
    'A-9 z new',
    'A-1 a one',
    'A-2 b two',
  ]);
});

test('a file that ends in the middle of a line, or does not exist, is not an error', () => {
  writeFileSync(path, 'A-1\ta\tone\nA-2\tb\ttw');
  expect(String(mergeLines(() => path, Buffer.from('A-2\tb\ttwo\n'), 9))).toBe('A-2\tb\ttwo\nA-1\ta\tone\n');
  expect(String(mergeLines(() => join(folder, 'none'), Buffer.from('A-2\tb\ttwo\n'), 9))).toBe('A-2\tb\ttwo\n');
});

test('lines that depend on each other must be parsed', () => {
  for (const lines of [['A-1 a one', 'A-1 b two'], ['A-1 a one', 'A-2 a two'], ['A-1 a ']])
    expect(merge(['A-1 a one', 'A-3 c three'], lines)).toBeUndefined();
  const known = ['A-1 a one', 'A-2 b two'];
  for (const line of ['A-1 z new', 'A-9 a new'])
    for (const lines of [
      [line, ...known],
      [...known, line],
    ])
      expect(merge(known, lines)).toBeUndefined();
});
