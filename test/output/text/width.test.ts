import { describe, expect, test } from 'vitest';
import { asciiRuler, cutTo, padTo, rulerFor, wideRuler } from '../../../src/output/text/width.js';

describe('widths', () => {
  test.each([
    ['abc', 3],
    ['報告書', 6],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['👍🏽', 2],
    ['e\u0301', 1],
    ['äöü', 3],
    ['ｱｲｳ', 3],
    ['', 0],
  ])('%s takes %d cells', async (text, cells) => {
    expect((await wideRuler()).width(text)).toBe(cells);
  });

  test('ASCII loads no table', async () => {
    expect(await rulerFor(['abc', 'def'])).toBe(asciiRuler);
    expect(await rulerFor(['abc', 'é'])).not.toBe(asciiRuler);
  });
});

describe('cutting', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['too long for this', 8, 'too lon…'],
    ['too long for this', 1, 't'],
    ['報告書を書く', 6, '報告…'],
    ['報告書を書く', 7, '報告書…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5, '👩‍👩‍👧👩‍👩‍👧…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['', 5, ''],
  ])('%s at %d', async (text, cells, expected) => {
    expect(cutTo(await rulerFor([text]), text, cells)).toBe(expected);
  });
});

test('padding counts cells, not characters', async () => {
  const ruler = await wideRuler();
  expect(padTo(ruler, '報', 4)).toBe('報  ');
  expect(padTo(ruler, '報', 4, 'left')).toBe('  報');
  expect(padTo(ruler, 'longer', 4)).toBe('longer');
});
