/** What parsers, width tables and expressions give a meaning to. */
const tokens = [
  ...[
    'a',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '!',
    '@',
    '.',
    '*',
    '_',
    '**',
    '~',
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    '#',
  ],
  ...[
    '-',
    '+',
    '|',
    '\\',
    '"',
    "'",
    '=',
    ':',
    '/',
    '1.',
    '{{',
    '}}',
    '$',
    'www.',
    'http://',
    'a@b.',
    '](',
    '![',
    '- ',
    '> ',
  ],
  ...[
    '<!--',
    '-->',
    '<p>',
    '</p>',
    '<br>',
    '<dl>',
    '<dt>',
    '<dd>',
    '<table>',
    '<tr>',
    '<td>',
    '<ul>',
    '<li>',
    '<a href=',
  ],
  ...[
    '<script>',
    '<b>',
    '<?',
    '<![CDATA[',
    '&#1',
    '&amp;',
    '\n- ',
    '\n\n',
    '\n> ',
    '|-|\n',
    'a\n-\n',
    '[a]: b\n',
    '- [ ] ',
  ],
  ...[
    '\u200b',
    '\u200d',
    '\u200c',
    '\ufeff',
    '\u0301',
    '\u0301\u0316',
    '\u202e',
    '\u00ad',
    '\ud800',
    '\ufe0f',
    '\x1b[',
    '\x00',
  ],
  ...[
    '😀',
    '👨‍👩‍👧‍👦',
    '🇩🇪',
    '🇩',
    '👍🏽',
    '1\ufe0f\u20e3',
    '字',
    '한',
    '\u1100',
    '\u1161',
    'น',
    'ि',
    'न',
    'e\u0301',
    '𠀀',
  ],
  ...['<!-- tracker: ', '\n<!-- tracker: ', '@[a](', '~[a](task:', 'tracker '],
];

const ends = ['@', '!', '\n', '-->', 'x>'];

/** Pieces of which hardly two are alike, so that remembering them is of no use: from a sequence of numbers that jump about. */
const everDifferent: readonly ((number: number) => string)[] = [
  (at) => String.fromCodePoint(0x4e00 + (at % 20_000), 0x300 + (at % 111)),
  (at) => String.fromCodePoint(0x4e00 + (at % 20_000), 0x1f1e6 + (at % 26), 0x61),
  (at) => String.fromCodePoint(0x1f300 + (at % 700), 0x200d, 0x1f300 + (at % 697), 0x62),
  (at) => String.fromCodePoint(0x900 + (at % 1279), 0x900 + (at % 1277), 0x20),
  (at) => String.fromCodePoint(0x20000 + (at % 40_000), 0x300 + (at % 109), 0x20),
];

/**
 * Over 200 texts of this length (UTF-16 units) that take quadratic time where anything does: runs of tokens, of pairs, and to an
 * end, and of what is ever different.
 */
export function slowTexts(length: number): readonly string[] {
  const run = (piece: string, end = ''): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length - end.length) + end;
  const runs = tokens.map((token) => run(token));
  const pairs = tokens.map((token, at) =>
    run(`${token}${tokens[(at * 7 + 3) % tokens.length] ?? ''}`, ends[at % ends.length]),
  );
  const different = everDifferent.map((piece) =>
    Array.from({ length: Math.ceil(length / 2) }, (_, at) => piece((at * 7919) % 1_000_003))
      .join('')
      .slice(0, length),
  );
  return [...runs, ...pairs, ...different];
}
