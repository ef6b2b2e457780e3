import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { htmlNodes } from '../../../src/output/prose/html/blocks.js';
import { htmlToMarkdown } from '../../../src/output/prose/markdown/blocks.js';
import type { MarkdownNode } from '../../../src/output/prose/node.js';

/** Everything a reader sees of a page, without space. */
const textOf = (nodes: readonly MarkdownNode[] = []): string =>
  nodes
    .map((node) => {
      const { type, tokens, items, header = [], rows = [], summary, text = '' } = node;
      const box = node.task === true ? (node.checked === true ? '[x]' : '[ ]') : '';
      const cells = [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
      if (type === 'code' || type === 'codespan') return text;
      if (tokens === undefined && type !== 'list') return textOf(cells) + text;
      return box + textOf(summary) + textOf(items) + textOf(tokens);
    })
    .join('')
    .replace(/\s+/g, '');

const roundTrip = async (html: string): Promise<string> =>
  String(new Marked({ gfm: true }).parse(await htmlToMarkdown(html)));

const pieces = [
  ...[
    'a',
    'b1',
    '*',
    '_',
    '__',
    '**',
    '~',
    '~~',
    '`',
    '``',
    '[x]',
    '[',
    ']',
    '(y)',
    '](z)',
    '!',
    '<',
    '&lt;b&gt;',
    '#',
    '-',
  ],
  ...[
    '&amp;',
    '&amp;lt;',
    '##',
    '+',
    '1.',
    '2)',
    '>',
    '|',
    '\\',
    '---',
    '===',
    'snake_case',
    '_x_',
    '&copy',
    '&#42;',
    ':',
  ],
  ...[
    'https://x.example/a_b?d=1&amp;e=*',
    'www.x.example',
    'é',
    '漢',
    '😀',
    '"q"',
    'a.',
    '(b)',
    'x@y.example',
    '@[M](u1)',
  ],
];

test('the markdown has the content of the page, without links to scripts', async () => {
  const random = generator(5);
  for (let at = 0; at < 300; at += 1) {
    const html = blocks(random, 3);
    const shown = await roundTrip(html);
    expect(textOf(htmlNodes(shown)), `${html}\n${await htmlToMarkdown(html)}`).toBe(textOf(htmlNodes(html)));
    expect(shown).not.toMatch(/(?:href|src)="\s*javascript:/i);
  }
});

test.each([
  ['<b>bold</b> and <i>italic</i>, <s>gone</s>', '**bold** and *italic*, ~~gone~~'],
  ['<b><i>both</i></b>', '***both***'],
  ['<i>a<br><br>b</i>', '*a  \nb*'],
  ['<a href="/x">a<br><br>b</a>', '[a  \nb](/x)'],
  ['<b>a </b>b', '**a** b'],
  ['<b>a.</b>b', 'a.b'],
  ['<b>a</b><i>b</i>', '**a**b'],
  ['<code>a`b</code> (<code>--x</code>)', '``a`b`` (`--x`)'],
  ['<p># a</p><p>1. b</p><p>- c</p><p>&gt; d</p>', '\\# a\n\n1\\. b\n\n\\- c\n\n\\> d'],
  ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
  ['<ol start="3"><li>a</li><li><p>b</p><p>c</p></li></ol>', '3. a\n\n4. b\n\n   c'],
  ['<ul><li><hr></li></ul>', '- ***'],
  ['<table><tr><td align="right">a|b</td><td>c</td></tr></table>', '|  |  |\n| --: | --- |\n| a\\|b | c |'],
  ['<pre>```\nx</pre>', '````\n```\nx\n````'],
  ['a<a href="/x"> </a>', 'a[/x](/x)'],
  ['<a href="/x(1)"> y </a>z', '[y](/x%281%29) z'],
  ['see https://x.example/~me_too', 'see https://x.example/~me_too'],
])('%s', async (html, markdown) => {
  expect(await htmlToMarkdown(html)).toBe(`${markdown}\n`);
});

type Random = (below: number) => number;

function generator(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const several = (random: Random, most: number, make: () => string): string =>
  Array.from({ length: 1 + random(most) }, make).join(random(2) === 0 ? '' : ' ');

const words = (random: Random): string => several(random, 4, () => pieces[random(pieces.length)] ?? '');

function inline(random: Random, depth: number): string {
  return several(random, 4, () => {
    const kind = random(14);
    if (depth <= 0 || kind < 6) return words(random);
    if (kind === 13) return '<br>';
    if (kind === 12) return `<img src="/i.png" alt="${['pic', 'a]b', 'x*y'][random(3)]}">`;
    const tag = ['b', 'i', 's', 'em', 'code', 'a href="/x"', 'a href="javascript:x"', 'u', 'q'][random(9)] ?? 'b';
    return `<${tag}>${inline(random, depth - 1)}</${tag.split(' ')[0]}>`;
  });
}

function blocks(random: Random, depth: number): string {
  return several(random, 3, () => block(random, depth));
}

function block(random: Random, depth: number): string {
  switch (random(depth > 0 ? 10 : 2)) {
    case 2:
      return `<h2>${inline(random, 2)}</h2>`;
    case 3:
      return `<blockquote>${blocks(random, depth - 1)}</blockquote>`;
    case 4:
    case 5: {
      const tag = ['ul', 'ol', 'ol start="3"'][random(3)] ?? 'ul';
      const item = (): string => `<li>${random(2) === 0 ? inline(random, 2) : blocks(random, depth - 1)}</li>`;
      return `<${tag}>${several(random, 3, item)}</${tag.split(' ')[0]}>`;
    }
    case 6:
      return `<pre><code>${words(random)}\n${words(random)}</code></pre>`;
    case 7: {
      const row = (cell: string): string => `<tr>${`<${cell}>${inline(random, 1)}</${cell}>`.repeat(2)}</tr>`;
      return `<table>${row('th')}${row('td')}</table>`;
    }
    case 8:
      return `<hr><dl><dt>${inline(random, 1)}</dt><dd>${inline(random, 1)}</dd></dl>`;
    default:
      return `<p>${inline(random, 3)}</p>`;
  }
}
