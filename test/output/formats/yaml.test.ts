import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../../src/output/formats/yaml.js';
import { listed } from '../../../src/output/shown.js';
import { makeRandom } from '../../../src/sandbox/seed/random.js';
import { setting, shown } from '../fake-io.js';

/** The value as readers of both versions of YAML see it. */
const readBack = (text: string): readonly unknown[] =>
  ['1.2', '1.1'].map((version) => parse(text, { version: version as '1.1' | '1.2', intAsBigInt: true, merge: true }));

describe('a string is read back as that string', () => {
  test.each([
    ...['yes', 'No', 'on', 'OFF', 'y', 'N', 'true', 'null', 'NULL', '~', '', '=', '<<', '---', '...', '- a', '? a'],
    ...['0777', '0o17', '0x1F', '0b101', '1_000', '1:30', '190:20:30', '12e03', '.5', '+1', '.inf', '.NaN'],
    ...['2025-11-21', '2025-11-21T08:00:00Z', 'a: b', 'a #b', ' a', 'a ', 'a\tb', '\ta', '&a', '*a', '!a', '%a', '@a'],
    ...['a\nb', 'a\nb\n', '\na', 'a\n\n', 'a\n \nb', ' a\nb', 'a\r\nb', 'a\n# b', 'a\n---\nb', '\n', '"a"\n\'b\''],
    ...['\x1b[2J', '\x9b', '\u202ea', '\u2028', '\ufeffa', '\u{e0041}', '\ud800', '\0', '\ufffe', '\u0085', '😀漢é'],
  ])('%j', async (text) => {
    const value = { [text]: text, list: [text] };
    const yaml = toYaml(value);
    expect(readBack(yaml)).toEqual([value, value]);
    expect(yaml).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\ufeff]|\u{e0041}/u);
    expect(readBack(toYaml(text))).toEqual([text, text]);
  });
});

test('text of several lines is a block, and whole numbers keep every digit', async () => {
  expect(toYaml({ text: 'one\ntwo\n', number: 12345678901234567890n, none: null, empty: [], still: undefined })).toBe(
    'text: |\n  one\n  two\nnumber: 12345678901234567890\nnone: null\nempty: []\n',
  );
});

test('the same object twice is written twice', async () => {
  const same = { a: 1 };
  expect(toYaml([same, same])).toBe('- a: 1\n- a: 1\n');
});

test('random values are read back alike', async () => {
  const random = makeRandom('yaml').int;
  for (let at = 0; at < 300; at += 1) {
    const value = randomValue(random, 4);
    const text = toYaml(value);
    expect(
      ['1.2', '1.1'].map((version) => parse(text, { version: version as '1.1' | '1.2', merge: true })),
      text,
    ).toEqual([value, value]);
  }
});

test('nesting without end is an error', async () => {
  let deep: unknown = 1;
  for (let at = 0; at < 100_000; at += 1) deep = [deep];
  expect(() => toYaml(deep)).toThrow(expect.objectContaining({ kind: 'failed' }));
});

describe('as YAML', () => {
  const view = { noun: 'things', columns: [{ key: 'ref', head: 'Ref', value: () => 'A-1' }], fields: [] };

  test('a list is a sequence of whole rows, also of more than one batch', async () => {
    const rows = Array.from({ length: 1001 }, (_, at) => ({ id: `A-${at}` }));
    const { stdout } = await shown({ format: 'yaml' }, (show) => show.write(listed(view, { rows, setting })));
    expect(parse(stdout)).toHaveLength(1001);
    expect(stdout.slice(0, 33)).toBe('- ref: A-1\n  uuid: A-0\n  id: A-0\n');
  });

  test('an empty list is an empty sequence', async () => {
    expect((await shown({ format: 'yaml' }, (show) => show.write(listed(view, { rows: [], setting })))).stdout).toBe(
      '[]\n',
    );
  });

  test('warnings and sentences stay plain lines', async () => {
    const { stderr } = await shown({ format: 'yaml' }, async (show) => {
      await show.warn('Careful');
      await show.say('Done');
    });
    expect(stderr).toBe('warning: Careful\nDone\n');
  });

  test('a dry run is a sequence of requests, a result a mapping', async () => {
    const { stdout } = await shown({ format: 'yaml' }, async (show) => {
      await show.requests([{ method: 'POST', url: 'http://x/a', body: { yes: 'no' }, files: [] }]);
      await show.write({ is: 'result', sentence: 'Done.', object: { ok: true }, quiet: 'A-1' });
      await show.write({ is: 'value', value: '1:30' });
    });
    expect(stdout).toBe('- method: POST\n  url: http://x/a\n  body:\n    "yes": "no"\n  files: []\nok: true\n"1:30"\n');
  });
});

const pieces = [
  ...[
    'yes',
    'no',
    '1:30',
    '0777',
    '1_000',
    '2025-11-21',
    'null',
    '~',
    '=',
    '<<',
    '---',
    '...',
    '\n',
    '\n\n',
    ' ',
    '  ',
  ],
  ...['\t', '\r', 'a', 'b: c', '- x', '# y', ' #', '\x1b', '\u202e', '\ufeff', '\u{e0041}', '"', "'", '\\', '|', '>'],
  ...['%', '@', '`', '{', '}', '[', ']', ',', '&a', '*a', '!t', '? ', ': ', '.5', '-', '😀', '漢', '\u0085', '\0', 'é'],
];

function randomValue(random: (below: number) => number, depth: number): unknown {
  const text = (): string => Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join('');
  const kind = random(depth > 0 ? 10 : 7);
  if (kind < 4) return text();
  if (kind === 4) return random(1000) - 500;
  if (kind === 5) return [true, false, null][random(3)];
  if (kind === 6) return random(100) / 8;
  const inner = Array.from({ length: random(5) }, () => randomValue(random, depth - 1));
  return kind < 9 ? Object.fromEntries(inner.map((each) => [text(), each])) : inner;
}
