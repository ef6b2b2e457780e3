import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '../../../src/output/prose/markdown/blocks.js';

test('a whole page', async () => {
  const page = readFileSync(new URL('golden/page.html.txt', import.meta.url), 'utf8');
  await expect(await htmlToMarkdown(page)).toMatchFileSnapshot('golden/page.md');
});

test.each([
  ['', ''],
  ['  <p> </p>', ''],
  ['plain & <b>simple</b>', 'plain & **simple**\n'],
  ['<html><body><div><h2>A</h2><p>b</p></div></body></html>', '## A\n\nb\n'],
  ['text <em>run</em><p>block</p>tail', 'text *run*\n\nblock\n\ntail\n'],
  ['a &lt;b&gt; *c* 1 < 2', 'a \\<b> \\*c\\* 1 < 2\n'],
  ['<a href="mailto:a@b.example">y</a>', '[y](mailto:a@b.example)\n'],
  ['<a href=" /a?b=1&c=2&amp;d=&#51; ">y</a>', '[y](/a?b=1&c=2&d=3)\n'],
  ['<a href="/a" title="x\\">y</a>', '[y](/a "x\\\\")\n'],
  ['<span data-type="mention" data-label="Mara"></span>', '@Mara\n'],
  ['<a href="/wiki/x">y</a>', '[y](/wiki/x)\n'],
  ['<table><tr><th><p>a</p><th>b<tr><td><p>1</p><p>2</p><td>3</table>', '| a | b |\n| --- | --- |\n| 1<br>2 | 3 |\n'],
  ['<ul><li data-checked="true"><label><input type="checkbox" checked></label><div><p>a</p></div></ul>', '- [x] a\n'],
  ['<pre><code class="language-ts">x &lt; y</code></pre>', '```ts\nx < y\n```\n'],
  ['a<br>b', 'a  \nb\n'],
])('%j', async (html, expected) => {
  expect(await htmlToMarkdown(html)).toBe(expected);
});

describe('hostile pages', () => {
  test.each([
    '<script>alert(1)</script>a',
    '<svg><script>alert(1)</script></svg>a',
    '<style>a{}</style><iframe>x</iframe>a',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java&#10;script&#58;alert(1)">a</a>',
    '<a href="&#1;data:text/html,x">a</a>',
    '<a href="&#106avascript:alert(1)">a</a>',
    '<a href="&#0000000000106;avascript:alert(1)">a</a>',
    '<a href="&#x000000006Aavascript:alert(1)">a</a>',
    '<a href="java&#9;script:alert(1)">a</a>',
    '<a href="java&#9script:alert(1)">a</a>',
    '<a href="java&Tab;script&colon;alert(1)">a</a>',
    '<a href="javascript&#58alert(1)">a</a>',
    '<a href="\u00a0javascript:alert(1)">a</a>',
    '<a href="javascript\\:alert(1)">a</a>',
    '<a href="&amp;#106;avascript:alert(1)">a</a>',
    '<a href="&amp;amp;amp;amp;amp;amp;#106;avascript:alert(1)">a</a>',
    '<a href="&amp;#106avascript:alert(1)">a</a>',
    '<a href="vbscript:x">a</a>',
    '<a href="tel:1">a</a>',
    '<p hidden>no</p>a',
  ])('%j becomes its text', async (html) => {
    expect(await htmlToMarkdown(html)).toBe('a\n');
  });

  test.each([
    '&lt;javascript:alert(1)&gt;',
    '&lt;a href="javascript:alert(1)"&gt;x&lt;/a&gt;',
    '[x](javascript:alert(1))',
    '<a href="/a\\) &lt;javascript:alert`1`&gt;">x</a>',
    '<a href="/a" title="x\\&quot;) [y](javascript:alert(1)) ">x</a>',
    '<img src="/a" alt="x](/b) [y](javascript:alert(1)) [">',
    `<pre>${' '.repeat(300)}[x](javascript:alert(1)) &lt;javascript:alert(1)&gt;</pre>`,
  ])('%j becomes no link to a script', async (html) => {
    const { Marked } = await import('marked');
    const shown = await new Marked().parse(await htmlToMarkdown(html));
    expect(shown).not.toMatch(/(?:href|src)="\s*javascript:/i);
    expect(shown).toMatch(/x|javascript/);
  });

  test('images hold no data', async () => {
    expect(await htmlToMarkdown('<img alt="plan" src="data:image/svg+xml,<svg>">x')).not.toContain('data:');
  });

  test('controls are made visible, also those of references', async () => {
    const text = await htmlToMarkdown('<p>&#27;[2J \u001b]0;x\u0007 &#x9b; &#8238;</p><pre>&#27;c</pre>');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain('^[');
  });
});
