import { expect, it } from 'vitest';
import { filterByText } from '../../src/args/filter.js';
import { inForm, toPlainLetters } from '../../src/contract/text/plain-letters.js';
import { trimText } from '../../src/contract/text/text.js';
import { cleanLine, cleanText } from '../../src/contract/text/unsafe-characters.js';
import { withNote, withoutNote } from '../../src/ledger/editor-file.js';
import { drawDetail, drawObject } from '../../src/output/detail/draw-detail.js';
import { htmlToMarkdown } from '../../src/output/prose/markdown/blocks.js';
import { Patience } from '../../src/output/prose/patience.js';
import { renderHtml } from '../../src/output/prose/render-html.js';
import { renderMarkdown } from '../../src/output/prose/render-markdown.js';
import { shortSpan } from '../../src/output/text/span.js';
import { cutTo, wideRuler } from '../../src/output/text/width.js';
import { wrapText } from '../../src/output/text/wrap.js';
import type { Detail } from '../../src/output/view.js';
import { processorTime } from '../support/computer/processor-time.js';
import { slowTexts } from '../support/slow-texts.js';

const look = { words: false, color: true, base: 'https://work.example/' };
const ruler = await wideRuler();
const [search] = filterByText('late order', ['title']);
/** One for all texts, so that only the first of them use up their time. */
const patience = new Patience();

/** Enough of a text for a parser, which takes long for each of them. */
const parsed = (text: string): string => text.slice(0, 30_000);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'cleaning a line': cleanLine,
  'cleaning a text': cleanText,
  'a cell': shortSpan,
  width: (text) => ruler.width(text),
  cutting: (text) => cutTo(ruler, text, 80),
  wrapping: (text) => wrapText(ruler, text, 80),
  'plain letters': toPlainLetters,
  'normal form': (text) => inForm(text),
  search: (title) => search?.keeps({ title }),
  'the notes of an editor': (text) => withoutNote(Buffer.from(text), true),
  'the note for an editor': (text) => withNote('', text),
  trimming: trimText,
  markdown: (text) => renderMarkdown(parsed(text), 80, look, patience),
  HTML: (text) => renderHtml(`<p>${parsed(text)}`, 80, look, patience),
  'HTML to markdown': (text) => htmlToMarkdown(`<p>${parsed(text)}`, undefined, patience),
};

/** A megabyte takes less than a second, so this takes less than a twentieth of it; if it takes quadratic time, 4 s. */
const length = 60_000;
const longest = 800;
const texts = slowTexts(length);

it.each(Object.entries(readers))('%s takes linear time, whatever the text', { timeout: 60_000 }, async (_, read) => {
  for (const text of texts) {
    const started = processorTime();
    await read(text);
    expect(processorTime() - started, JSON.stringify(text.slice(0, 40))).toBeLessThan(longest);
  }
});

it('of long lines that are cut, no more is cleaned than can be seen', async () => {
  const title = '👨‍👩‍👧‍👦'.repeat(90_000);
  const human = () => Array.from({ length: 20 }, (_, at) => [`CASA-${at} `, { text: title }]);
  // The first time, modules are loaded.
  await drawObject({ human: () => [title], fields: [] }, { width: 80, words: false });
  const started = processorTime();
  const lines = await drawObject({ human, fields: [] }, { width: 80, words: false });
  expect(processorTime() - started).toBeLessThan(300);
  expect(lines).toHaveLength(20);
});

const long = 'a '.repeat(100_000);
const bare = { ref: 'OPS-1', title: '', fields: [], timeline: [], blocks: [] };
const entryOf = (kind: string) => ({ kind, author: 'Ann', time: '', text: long });

it.each<[part: string, detail: Partial<Detail>]>([
  ['title', { title: long }],
  ['title below a long reference', { ref: 'OPS-1'.repeat(5), title: long }],
  ['field', { fields: [{ key: 'note', label: 'note', value: long }] }],
  ['body', { body: { key: 'description', markdown: long } }],
  ['plain body', { body: { key: 'description', plain: long } }],
  ['message', { timeline: [entryOf('message')] }],
  ['author', { timeline: [{ ...entryOf('message'), author: long, text: '' }] }],
  ['file name', { timeline: [{ ...entryOf('message'), text: '', files: [long] }] }],
  ['system line', { timeline: [entryOf('system')] }],
  ['block', { blocks: [{ title: 'Checklist', lines: [long], rows: [] }] }],
])('signals are looked at within a long %s', async (_, part) => {
  const draw = async () => await drawDetail({ ...bare, ...part }, { ...look, width: 80, now: new Date() });
  // The first time, modules are loaded, which takes many turns.
  const lines = (await draw()).split('\n').length;
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await draw();
  clearImmediate(next);
  // Every 200 lines, once while they are wrapped, and once while they are coloured.
  expect(turns).toBeGreaterThan(1.5 * (lines / 200));
});
