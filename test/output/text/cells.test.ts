import { describe, expect, test } from 'vitest';
import { wideRuler } from '../../../src/output/text/width.js';
import { cellsOf } from '../../support/terminal/cells.js';

/** Texts, and the cells that terminals take for them. */
const texts: readonly (readonly [string, number])[] = [
  ['plain', 5],
  ['報告書', 6],
  ['ｶﾞｲﾄﾞ', 5],
  ['Ａb', 3],
  ['한국어', 6],
  ['\u1112\u1161\u11ab', 2],
  ['e\u0301\u0323', 1],
  ['a\u20dd', 1],
  ['👩‍👩‍👧', 2],
  ['👍🏽', 2],
  ['🇸🇪🇫🇮', 4],
  ['❤️', 2],
  ['❤☑①§…', 5],
  ['1️⃣', 2],
  ['ทำ', 2],
  ['ສຳ', 2],
  ['नमस्ते', 4],
  ['தமிழ்', 4],
  ['עִבְרִית', 5],
  ['العربية', 7],
  ['a\u200bb\u2060c', 3],
  ['co\u00adop', 5],
  ['\u115f\u3164', 4],
];

describe('the width of a text', () => {
  test.each(texts)('%s', async (text, cells) => {
    const ruler = await wideRuler();
    expect(ruler.width(text)).toBe(cells);
    expect(ruler.width(`${text} `.repeat(300))).toBe((cells + 1) * 300);
  });

  test.each(texts)('%s is cut where a character ends', async (text) => {
    const ruler = await wideRuler();
    const whole = `${text}/`.repeat(30);
    for (let cells = 0; cells <= 40; cells += 1) {
      const taken = ruler.take(whole, cells);
      expect(whole.startsWith(taken)).toBe(true);
      expect(cellsOf(taken)).toBeLessThanOrEqual(cells);
      expect(cellsOf(taken)).toBeGreaterThanOrEqual(Math.min(cells, cellsOf(whole)) - 5);
    }
  });
});
