import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '../../../src/output/prose/markdown/blocks.js';
import { renderHtml } from '../../../src/output/prose/render-html.js';
import { processorTime } from '../../support/computer/processor-time.js';

/** Linear time is a twentieth of a second for these; quadratic time is 8 s. */
const limitMs = 2_000;

const many = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));
const pageSize = 150_000;

const look = { words: false, color: true, base: 'https://work.example/' };
const readers = [
  ['for a terminal', async (html: string): Promise<unknown> => await renderHtml(html, 80, look)],
  ['as markdown', htmlToMarkdown],
] as const;

const spaces = [' ', '\n', '\t ', '\r\n', '\u00a0', '&nbsp;', '&#32;', '<!-- --> '] as const;
const places = [
  ['between words', '<p>deep', 'x</p>'],
  ['in code', '<pre>deep', 'x</pre>'],
  ['in code within a line', '<p><code>deep', 'x</code></p>'],
  ['in an item', '<ul><li data-checked="true">', 'deep</li></ul>'],
  ['in the label of an item', '<ul><li data-checked="true"><label>', 'deep</label></li></ul>'],
  ['in a cell', '<table><tr><th>a<th>b<tr><td>deep', 'x<td>y</table>'],
  ['in a link', '<p><a href="', '/x">deep</a></p>'],
  ['in an image', '<p>deep<img alt="x', 'y" src="/a.png"></p>'],
  ['in a mention', '<p>deep<span data-type="mention">x', 'y</span></p>'],
] as const;

describe.each(readers)('pages %s take linear time', (_, read) => {
  test.each(places)('with long white space %s', { timeout: 60_000 }, async (_place, start, end) => {
    for (const space of spaces) {
      const started = processorTime();
      const shown = JSON.stringify(await read(`${start}${many(space, pageSize)}${end}`));
      expect(processorTime() - started, JSON.stringify(space)).toBeLessThan(limitMs);
      expect(shown).toContain('deep');
    }
  });
});
