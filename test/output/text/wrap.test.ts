import { describe, expect, test } from 'vitest';
import { type Line, span } from '../../../src/output/text/span.js';
import { asciiRuler, wideRuler } from '../../../src/output/text/width.js';
import { wrapSpans, wrapText } from '../../../src/output/text/wrap.js';

const texts = (lines: readonly Line[]): readonly string[] => lines.map((line) => line.map(({ text }) => text).join(''));

describe('wrapping', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['one  two', 20, ['one  two']],
    ['one two', 3, ['one', 'two']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['ab cdefgh', 4, ['ab', 'cdef', 'gh']],
    ['a\nb\n\nc', 10, ['a', 'b', '', 'c']],
    ['', 10, ['']],
    ['   x', 10, ['   x']],
  ])('%j at %d', async (text, cells, expected) => {
    expect(texts(await wrapText(asciiRuler, text, cells))).toEqual(expected);
  });

  test('wide characters are counted, and broken where no space is', async () => {
    expect(texts(await wrapText(await wideRuler(), '報告書を書く', 5))).toEqual(['報告', '書を', '書く']);
  });

  test('a character wider than the line does not stop the wrapping', async () => {
    expect(texts(await wrapText(await wideRuler(), '報告', 1))).toEqual(['報', '告']);
  });

  test('looks survive a break, and no space divides what the text does not divide', () => {
    const lines = wrapSpans(asciiRuler, [span('go '), span('bold', 'strong'), span('er now')], 9);
    expect(lines).toEqual([[span('go '), span('bold', 'strong'), span('er')], [span('now')]]);
  });
});

test('a word of 180 kB is wrapped in time', async () => {
  const lines = await wrapText(await wideRuler(), `${'報'.repeat(60_000)}👩‍👩‍👧`, 80);
  expect(lines).toHaveLength(1501);
});
