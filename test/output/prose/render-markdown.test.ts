import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/output/prose/render-markdown.js';

const plain = async (source: string, width = 40, words = false, beyond?: number): Promise<readonly string[]> => {
  const lines = await renderMarkdown(source, width, { words, color: true, beyond });
  return lines.map((line) => line.map(({ text }) => text).join(''));
};

describe('blocks', () => {
  test('headings are bold without their marks, the first two levels underlined', async () => {
    const lines = await renderMarkdown('# One\n## Two\n### Three *x*', 40, { words: false, color: true });
    expect(lines).toEqual([
      [{ text: 'One', styles: ['strong', 'underline'] }],
      [],
      [{ text: 'Two', styles: ['strong', 'underline'] }],
      [],
      [
        { text: 'Three ', styles: ['strong'] },
        { text: 'x', styles: ['strong', 'italic'] },
      ],
    ]);
  });

  test('without colour headings keep their marks', async () => {
    const lines = await renderMarkdown('## Two', 40, { words: false, color: false });
    expect(
      lines
        .flat()
        .map(({ text }) => text)
        .join(''),
    ).toBe('## Two');
  });

  test('blocks are divided by one empty line', async () => {
    expect(await plain('# One\ntext\n\n\n\n## Two')).toEqual(['One', '', 'text', '', 'Two']);
  });

  test('paragraphs are wrapped, line breaks stay', async () => {
    expect(await plain('aaaaaaaa bbbbbbbb cccccccc\ndddd', 20)).toEqual(['aaaaaaaa bbbbbbbb', 'cccccccc', 'dddd']);
  });

  test('lists are nested, wrapped under their text and numbered as written', async () => {
    expect(await plain('- one\n  - two words here\n- three\n\n9. nine\n10. ten', 24)).toEqual([
      '• one',
      '  • two words here',
      '• three',
      '',
      ' 9. nine',
      '10. ten',
    ]);
    expect(await plain('1. one two three four five six', 22)).toEqual(['1. one two three four', '   five six']);
  });

  test('loose lists keep their empty lines', async () => {
    expect(await plain('- a\n\n- b')).toEqual(['• a', '', '• b']);
  });

  test('task lists, as symbols and as words', async () => {
    expect(await plain('- [x] done\n- [ ] open')).toEqual(['☑ done', '☐ open']);
    expect(await plain('- [x] done\n- [ ] open\n- plain', 40, true)).toEqual(['[done] done', '[open] open', '- plain']);
  });

  test('code is indented and otherwise untouched, in a pipe however wide', async () => {
    const code = 'if (a  &&  b) { return "a very long line that is wider than the page"; }';
    expect(await plain(`\`\`\`js\n${code}\n\n\tx &amp; y\n\`\`\``, 20)).toEqual([
      `    ${code}`,
      '',
      '        x &amp; y',
    ]);
  });

  test('code that is wider than the page goes on below its own indentation, broken at spaces where it has any', async () => {
    const code = "  select  number from tickets where number = 'a-very-long-word-without-any-space'";
    expect(await plain(`\`\`\`sql\n${code}\n\`\`\``, 30, false, 0)).toEqual([
      '      select  number from',
      '      tickets where number =',
      "      'a-very-long-word-withou",
      "      t-any-space'",
    ]);
  });

  test('code keeps its indentation in a list, and deep indentation leaves room for the text', async () => {
    expect(await plain('- one\n\n  ```\n  aaaaaaaa bbbbbbbb cccccccc\n  ```', 26, false, 0)).toEqual([
      '• one',
      '',
      '      aaaaaaaa bbbbbbbb',
      '      cccccccc',
    ]);
    expect((await plain(`\`\`\`\n${'a '.repeat(40)}\n\`\`\``, 40, false, 50)).length).toBe(1);
    const deep = await plain(`\`\`\`\n${' '.repeat(30)}one two three four\n\`\`\``, 24, false, 0);
    expect(deep.every((line) => line.length <= 24)).toBe(true);
    expect(deep.join(' ').split(/ +/).filter(Boolean)).toEqual(['one', 'two', 'three', 'four']);
  });

  test('quotes have a bar', async () => {
    expect(await plain('> a\n> b')).toEqual(['│ a', '│ b']);
    expect(await plain('> a', 40, true)).toEqual(['> a']);
  });

  test('tables are aligned, also with wide characters', async () => {
    expect(await plain('| a | num |\n|---|---:|\n| 報告 | 1 |\n| b | 22 |')).toEqual([
      'a     num',
      '─────────',
      '報告    1',
      'b      22',
    ]);
  });

  test('a table wider than the page loses nothing', async () => {
    const table = '| head | other |\n|---|---|\n| a long first cell | second |\n| x | y |';
    expect(await plain(table, 20)).toEqual([
      'head          other',
      '────────────────────',
      'a long first  second',
      'cell',
      '',
      'x             y',
    ]);
    expect(await plain('| head | other |\n|---|---|\n| unbreakable | seconds |\n| x | y |', 16)).toEqual([
      'head:',
      'unbreakable',
      'other: seconds',
      '',
      'head: x',
      'other: y',
    ]);
  });
});

describe('inline', () => {
  test.each([
    ['**b** *i* ~~s~~ `c`', 'b i s c'],
    ['[text](https://x.example/a)', 'text (https://x.example/a)'],
    ['https://x.example/a', 'https://x.example/a'],
    ['<ada@x.example>', 'ada@x.example'],
    ['[mail](mailto:a@x.example)', 'mail (mailto:a@x.example)'],
    ['[text](javascript:alert(1))', 'text'],
    ['[text](data:text/html,x)', 'text'],
    ['[text](file:///etc/passwd)', 'text'],
    ['![a picture](https://x.example/p.png)', '[image: a picture]'],
    ['![](https://x.example/p%20q.png?size=1)', '[image: p%20q.png]'],
    ['![](data:image/png;base64,AAAA)', '[image]'],
    ['a<img src="/x.png" alt="plan">b', 'a[image: plan]b'],
    ['[page](/wiki/x)', 'page'],
    ['**a __b__**', 'a b'],
    ['~[x](nope:1) @[a](b c)', 'x @[a](b c)'],
    ['ask @[Ada Lovelace](u1) about ~[SCM-9](task:abc)', 'ask @Ada Lovelace about SCM-9'],
    ['`@[Ada](u1)`', '@[Ada](u1)'],
    ['a &amp; b &lt;c&gt; &auml;', 'a & b <c> ä'],
    ['<b>bold</b><br>next', 'bold'],
    ['x <script>alert(1)</script> y', 'x  y'],
  ])('%s', async (source, expected) => {
    expect((await plain(source))[0]).toBe(expected);
  });

  test('without colour, inline code keeps its marks', async () => {
    const [line] = await renderMarkdown('run `ls`', 40, { words: false, color: false });
    expect(line?.map(({ text }) => text).join('')).toBe('run `ls`');
  });
});

test('relative links and those of HTML are meant under the server', async () => {
  const base = 'https://work.example/sub/';
  const lines = await renderMarkdown('[page](/wiki/x) [js](javascript:x)', 80, {
    words: false,
    color: true,
    links: true,
    base,
  });
  expect(lines.flat().map(({ text, link }) => [text, link])).toEqual([
    ['page', 'https://work.example/wiki/x'],
    [' js', undefined],
  ]);
});

test('HTML between blocks is laid out as a page is', async () => {
  expect(
    await plain(
      'a\n\n<details><summary>More</summary>\n\n**b**\n\n</details>\n\n<table><tr><th>x<th>y<tr><td>1<td>2</table>',
    ),
  ).toEqual(['a', '', '▾ More', '', 'b', '', 'x  y', '────', '1  2']);
});

test('lists, quotes and tables too deep for the page stay on it', async () => {
  const deep = (mark: string): string =>
    Array.from(
      { length: 60 },
      (_, at) => `${mark === '>' ? '>'.repeat(at + 1) : ' '.repeat(at * 2)}${mark === '>' ? '' : mark} item${at}`,
    ).join('\n');
  for (const source of [deep('-'), deep('>')]) {
    const lines = await plain(source, 40);
    expect(lines.join('\n')).toContain('item59');
    expect(lines.reduce((most, line) => Math.max(most, line.length), 0)).toBeLessThanOrEqual(40);
  }
});

describe('hostile text', () => {
  const esc = String.fromCharCode(27);

  test.each([
    '&#27;[31m &#x1b;[2J &#x9b;31m',
    `${esc}[31m`,
    `\`${esc}[31m\``,
    `    code ${esc}]8;;x${esc}\\`,
    `\`\`\`\n${esc}[2J\u202e\n\`\`\``,
    `[a${esc}[1m](https://x/${esc}[2m)`,
    `![${esc}[1m](x)`,
    `@[A${esc}[1m](u1) ~[B\u202e](task:x)`,
    `| ${esc}[1m |\n|---|\n| \u009b1m |`,
    `<div title="${esc}">&#27;[31m</div>`,
    `# ${esc}]0;title\u0007`,
    `- [ ] ${esc}c`,
    'a\rb',
  ])('%j shows no control character', async (source) => {
    const lines = await plain(source);
    expect(lines.join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  });

  test('scripts and styles of a block are not shown as text', async () => {
    expect(await plain('<style>a{}</style>\n\n<script>\nalert(1)\n\nmore()\n</script>\n\nafter')).toEqual(['after']);
    expect(await plain('<div>in <b>bold</b> &amp; more</div>')).toEqual(['in bold & more']);
  });

  test('nesting without sense is shown as it is', async () => {
    const lines = await plain(`${'>'.repeat(20_000)}x`, 60);
    expect(lines[0]).toBe('shown as plain text: formatting it would take too long');
    expect(lines.slice(1).join('')).toBe(`${'>'.repeat(20_000)}x`);
  });

  test('a text too long to be parsed is shown as it is', async () => {
    const lines = await plain(`${'words '.repeat(20_000)}**a**`, 60);
    expect(lines.at(-1)).toContain('**a**');
  });

  test('so many marks that parsing would take seconds are shown as they are', async () => {
    const lines = await plain('_a_'.repeat(30_000), 60);
    expect(lines[0]).toBe('shown as plain text: formatting it would take too long');
    expect(lines.slice(1).join('')).toBe('_a_'.repeat(30_000));
  });
});
