import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/output/prose/render-html.js';
import { renderPlain } from '../../../src/output/prose/render-plain.js';
import type { Line } from '../../../src/output/text/span.js';
import { createPaint } from '../../../src/output/text/span.js';
import { textWidth } from '../../../src/output/text/width.js';
import { processorTime } from '../../support/computer/processor-time.js';

const base = 'https://work.example/';
const texts = (lines: readonly Line[]): readonly string[] => lines.map((line) => line.map(({ text }) => text).join(''));
const plain = async (html: string, width = 40, words = false): Promise<readonly string[]> =>
  texts(await renderHtml(html, width, { words, color: true, base }));

describe('a whole page', () => {
  const page = readFileSync(new URL('golden/page.html.txt', import.meta.url), 'utf8');

  test.each([
    [80, false, false],
    [80, true, false],
    [200, false, false],
    [200, true, true],
    [40, false, false],
  ])('at %i columns, colour %s, links %s', async (columns, color, links) => {
    const look = { words: false, color, links, base, title: 'Restore a backup' };
    const paint = await createPaint(color);
    const lines = (await renderHtml(page, textWidth(columns), look)).map(paint);
    const shown = `${lines.join('\n')}\n`.replaceAll('\u001b', '␛');
    await expect(shown).toMatchFileSnapshot(
      `golden/page-${columns}${color ? '-colour' : ''}${links ? '-links' : ''}.txt`,
    );
  });

  test('in words', async () => {
    const lines = texts(await renderHtml(page, 80, { words: true, color: false, base }));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/page-words.txt');
  });

  test.each([40, 80, 100])('no line is wider than %i cells, but code', async (width) => {
    const wide = (await plain(page, width)).filter((line) => line.length > width);
    expect(wide.every((line) => line.startsWith('    ') || line.startsWith('['))).toBe(true);
  });
});

describe('blocks', () => {
  test.each([
    ['<p>a</p><p>b</p>', ['a', '', 'b']],
    ['a<div>b</div>c', ['a', '', 'b', '', 'c']],
    ['<p>a\n  b<br>c</p>', ['a b', 'c']],
    ['<p>a <b> b </b> c</p>', ['a b c']],
    ['<p>a<p>b', ['a', '', 'b']],
    ['<ul><li>a<li>b<ul><li>c</ul></ul>', ['• a', '• b', '  • c']],
    ['<ol><li>a</li>text<ul><li>b</li></ul></ol>', ['1. a text', '   • b']],
    ['<ol start="x"><li>a</ol>', ['1. a']],
    ['<ul><li><b>a</li>\n<li><i>b</li>\n<li>c</li></ul>', ['• a', '• b', '• c']],
    ['<p><code>a</p><p><img alt="b"></p>', ['a', '', '[image: b]']],
    ['<table><td>a<td>b</table>', ['a  b']],
    ['<p>&copy 2026&shy; &#8201;&NotEqualTilde;</p>', ['© 2026 \u2009≂̸']],
    ['<noscript>a <b>b</b></noscript>', ['a b']],
    ['<li>alone</li>', ['• alone']],
    ['<ol><li data-checked="true">a</li></ol>', ['1. ☑ a']],
    ['<b><p>a</p><p>b</p></b>', ['a', '', 'b']],
    ['<p>&nbsp;</p><p><br></p><p>a</p>', ['a']],
    ['<h3></h3>a', ['a']],
    ['<hr>', ['────────────────────────────────────────']],
    ['<table><tr><td>one</td></tr><tr><td><h2>column</h2></td></tr></table>', ['one', '', 'column']],
    ['<table><tr><td><table><tr><td>a<td>b</table><td>c</table>', ['a  b', '', 'c']],
    ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', ['a  b', 'c  d']],
    [
      '<table><caption>Cap</caption><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>',
      ['Cap', '', 'a  b', '────', 'c  d', '   e'],
    ],
    ['<table></table>', []],
    ['<pre>\n  a\n    b &lt;\n</pre>', ['      a', '        b <']],
    ['<details>x</details>', ['▾ Details', '', '  x']],
    ['<p hidden>no</p><template>no</template><svg><text>no</text></svg>yes', ['yes']],
    ['<!-- no --><!doctype html><?xml no ?>yes<!-->', ['yes']],
    ['<title>no</title><textarea>a &amp; b</textarea>', ['a & b']],
    ['<constructor>a</constructor><tostring>b</tostring>', ['ab']],
    ['</p></b>a</div>', ['a']],
    ['1 < 2 and <b>3 <', ['1 < 2 and 3 <']],
    ['<select><option>a<option>b</select>', ['a', '', 'b']],
    ['<video src="/v.mp4"></video>', ['[video] [1]', '', '[1] https://work.example/v.mp4']],
    ['<p><q>a</q> <kbd>Ctrl</kbd></p>', ['“a” Ctrl']],
  ])('%s', async (html, expected) => {
    expect(await plain(html)).toEqual(expected);
  });

  test('text without markup keeps its lines', async () => {
    expect(await plain('line one\n  line two &amp; more\n')).toEqual(['line one', '  line two & more']);
    expect(texts(await renderPlain('*one* <b>\n\ntwo &amp;\n', 40))).toEqual(['*one* <b>', '', 'two &amp;']);
  });

  test('a heading that repeats the title is left out, another stays', async () => {
    const titled = async (html: string) =>
      texts(await renderHtml(html, 40, { words: false, color: false, title: 'A & B' }));
    expect(await titled('<h1>A &amp; <em>B</em></h1><p>x</p>')).toEqual(['x']);
    expect(await titled('<h1>A</h1><p>x</p>')).toEqual(['# A', '', 'x']);
  });
});

describe('references and links', () => {
  test.each([
    [
      '&amp;lt; &auml;&Ouml;&szlig; &frac12; &alpha;&Omega; &hearts; &#8364; &#x20ac; &nope; &',
      '&lt; äÖß ½ αΩ ♥ € € &nope; &',
    ],
    ['<code>&amp;lt;</code>', '&lt;'],
    ['<img alt="a &lt;b&gt;">', '[image: a <b>]'],
  ])('%s is decoded once', async (html, expected) => {
    expect((await plain(`<p>${html}</p>`, 80))[0]).toBe(expected);
  });

  test.each([
    'javascript:alert(1)',
    'JAVA&#10;SCRIPT:alert(1)',
    ' &#1;javascript:x',
    '&#106avascript:alert(1)',
    '&#0000000000106;avascript:alert(1)',
    'java&#9;script:alert(1)',
    'javascript&#58alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'ssh://host',
    '#place',
    '',
  ])('%j is not a link', async (href) => {
    const lines = await renderHtml(`<p><a href="${href}">words</a></p>`, 60, {
      words: false,
      color: true,
      links: true,
      base,
    });
    expect(texts(lines)).toEqual(['words']);
    expect(lines.flat().some(({ link }) => link !== undefined)).toBe(false);
  });

  test.each([
    ['/wiki/a', 'https://work.example/wiki/a'],
    ['//other.example/x', 'https://other.example/x'],
    ['https://x.example/\u001b]8;;y\u0007', 'https://x.example/%1B]8;;y'],
    ['https://ex\u202eample.example/ü', undefined],
    ['http://x.example/ü', 'http://x.example/%C3%BC'],
    ['https://', undefined],
    [`https://x.example/${'a'.repeat(3000)}`, undefined],
  ])('%j is handed to the terminal as %s', async (href, expected) => {
    const lines = await renderHtml(`<a href="${href}">words</a>`, 60, { words: false, color: true, links: true, base });
    expect(lines[0]?.find(({ text }) => text === 'words')?.link).toBe(expected);
  });

  test('words that look like another address never hide the real one', async () => {
    const shown = async (words: string) =>
      texts(
        await renderHtml(`<a href="https://evil.example/x">${words}</a>`, 80, {
          words: false,
          color: true,
          links: true,
          base,
        }),
      );
    expect(await shown('https://good.example')).toEqual(['https://good.example [1]', '', '[1] https://evil.example/x']);
    expect(await shown('good.example/login')).toEqual(['good.example/login [1]', '', '[1] https://evil.example/x']);
    expect(await shown('here')).toEqual(['here']);
    expect(await shown('https://evil.example/x')).toEqual(['https://evil.example/x']);
  });

  test('each address is listed once below if the terminal cannot open links', async () => {
    expect(
      await plain('<p><a href="https://a.example/1">x</a> <a href="/2">y</a> <a href="https://a.example/1">z</a></p>'),
    ).toEqual(['x [1] y [2] z [1]', '', '[1] https://a.example/1', '[2] https://work.example/2']);
  });
});

describe('hostile pages', () => {
  const harmful = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

  test.each([
    '<p>&#27;[31m &#x1b;[2J &#x9b;31m &#0; &#8238;</p>',
    '<h1>&#27;]0;title&#7;</h1>',
    '<pre>&#27;[2J&#x202e;</pre>',
    '<code>\u001b[1m&#155;</code>',
    '<img alt="&#27;[1m" src="x&#27;[2m">',
    '<img src="/a/&#27;[2m.png">',
    '<a href="https://x.example/&#27;[1m">&#27;[1m</a>',
    '<span data-type="mention" data-label="&#27;[1m"></span>',
    '<table><tr><th>&#27;[1m<td>\u202e</table>',
    '<summary>&#27;c</summary>',
    '<li>&#13;x</li>',
    '&#27;[31m',
    '<p>&#27[31m &#x000000001b[31m &#00000000000155;</p>',
  ])('%j shows no control character', async (html) => {
    for (const links of [false, true]) {
      const lines = await renderHtml(html, 60, { words: false, color: true, links, base });
      expect(texts(lines).join('\n').replaceAll('\n', '')).not.toMatch(harmful);
      expect(lines.flat().every(({ link = '' }) => /^[\x21-\x7e]*$/.test(link))).toBe(true);
    }
    expect(texts(await renderHtml(html, 60, { words: false, color: true })).join('')).toMatch(/\^|<U\+|x/);
  });

  test.each([
    '<script>alert(1)</script>after',
    '<SCRIPT type="x">if (a < b) "</p>"</SCRIPT >after',
    '<style>p { color: red }</style>after',
    '<iframe src="x">alert(1)</iframe>after',
    '<noframes>alert(1)</noframes>after',
    '<svg><script>alert(1)</script></svg>after',
    '<p><script>alert(1)</script>after</p>',
    'after<script>alert(1)',
    'after<script>alert(1)</scriptx>',
    'after<img alt="<script>alert(1)</script>',
    '<!--<script>alert(1)</script>-->after',
  ])('%j shows no script', async (html) => {
    expect(await plain(html)).toEqual(['after']);
  });

  const million = (piece: string, size = 150_000): string => piece.repeat(Math.ceil(size / piece.length));
  const pages: readonly (readonly [string, string])[] = [
    ['100,000 nested elements', `${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}`],
    ['a million tags never closed', `${'<b>'.repeat(300_000)}deep`],
    ['nested lists', '<ul><li>deep'.repeat(20_000)],
    ['nested quotes', '<blockquote>deep'.repeat(17_000)],
    ['nested tables', '<table><tr><td>deep'.repeat(13_000)],
    ['a long list', `<ul>${million('<li>deep')}`],
    ['a long table', `<table>${million('<tr><td>deep<td>x')}`],
    ['a row without end', `<table><tr>${million('<td>deep')}`],
    ['cells that cover everything', `<table>${million('<tr><td colspan=9999 rowspan=9999>deep<td colspan=99>x')}`],
    ['open attributes', `deep${million('<a b="')}`],
    ['angle brackets', `<p>deep${million('< ')}`],
    ['end tags', `deep${million('</b></x')}`],
    ['comments', `deep${million('<!--')}`],
    ['half closed comments', `deep${million('<!-- -')}`],
    ['blocks in cells in paragraphs', `<p><table><tr><td>deep${'<b>'.repeat(100_000)}${'<div>'.repeat(100_000)}`],
    ['references', `<p>deep${million('&#27;&amp;')}`],
    [
      'addresses',
      `<p>deep${Array.from({ length: 20_000 }, (_, at) => `<a href="https://x.example/${at}">y</a> `).join('')}`,
    ],
    ['Chinese', `<p>deep${million('報告 ', 200_000)}`],
    ['breaks', `deep${million('<br>x')}`],
    ['5 MB of paragraphs', million('<p>deep words in a paragraph</p>', 5_000_000)],
    ['5 MB in one word', `<p>deep${million('x', 5_000_000)}`],
  ];

  test.each(pages)('%s: bounded in time and width', { timeout: 40_000 }, async (_, html) => {
    const started = processorTime();
    const lines = await plain(html, 80);
    // Quadratic time would be 8 s.
    expect(processorTime() - started).toBeLessThan(4_000);
    expect(lines.join('')).toContain('deep');
    expect(lines.reduce((most, line) => Math.max(most, line.length), 0)).toBeLessThanOrEqual(80);
  });

  test('a page too long to be laid out is bare text: blocks apart, code as it is, no script', async () => {
    const start =
      '<h1>Head</h1><p>a <b>bold</b>\n word</p><pre>x\n  y</pre><script>alert(1)</script><ul><li>i&#27;</li></ul>';
    const lines = await plain(`${start}${'<p>more</p>'.repeat(100_000)}`, 60);
    expect(lines[0]).toBe('shown as plain text: formatting it would take too long');
    expect(lines.slice(1, 8)).toEqual(['Head', 'a bold word', 'x', '  y', 'i^[', 'more', 'more']);
    expect(lines).toHaveLength(100_006);
  });
});
