import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { dataText, toJson } from '../../../src/output/data/json.js';
import { quoteCsv } from '../../../src/output/formats/csv.js';
import { escapeTsv } from '../../../src/output/formats/tsv.js';

describe('TSV cells', () => {
  test.each([
    ['plain', 'plain'],
    ['a\tb\nc\rd\\e', 'a\\tb\\nc\\rd\\\\e'],
    ['\x1b[31m\x9b', '\\u001b[31m\\u009b'],
    ['\u202e\u2028', '\\u202e\\u2028'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['\ud800', '\\ud800'],
    ['\\u001b', '\\\\u001b'],
    ['報告 👩‍👩‍👧', '報告 👩‍👩‍👧'],
  ])('%j is written %j', (given, expected) => {
    expect(escapeTsv(given)).toBe(expected);
  });
});

describe('CSV cells', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' padded', '" padded"'],
    ['', ''],
  ])('%j is written %j', (given, expected) => {
    expect(quoteCsv(given)).toBe(expected);
  });
});

describe('JSON', () => {
  const nasty = {
    'k\u202e': 'a\x7f\x80\x9b\u200e\u200f\u061c\u202a\u2066\u2069\u2028\u2029\u{e0041}\u{e007f}\ud800\x1b',
    n: [1, null],
  };

  test('is equal in value, and holds no character that drives a terminal', () => {
    const json = toJson(nasty);
    expect(JSON.parse(json)).toEqual(nasty);
    expect(json).toMatch(/^[\x20-\x7e]*$/);
    expect(json).toContain('\\u202e');
    expect(json).toContain('\\ud800');
  });

  test('nesting too deep to be written is an error for people', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => toJson(deep)).toThrow(TrackerError);
    expect(() => toJson(deep)).toThrow('the response is nested too deeply to print');
  });
});

test.each([
  [undefined, ''],
  [null, ''],
  [0, '0'],
  [false, 'false'],
  [['a', 1, null], 'a,1,'],
  [[{ id: 1 }], '[{"id":1}]'],
  [{ a: 'b' }, '{"a":"b"}'],
  [[], ''],
])('the data text of %j is %j', (given, expected) => {
  expect(dataText(given)).toBe(expected);
});
