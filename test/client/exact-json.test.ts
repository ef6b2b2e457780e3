import { describe, expect, test } from 'vitest';
import { parseExactly } from '../../src/client/responses/exact-json.js';
import { jsonText } from '../../src/contract/text/json-text.js';

describe('numbers are what they were', () => {
  test.each([
    ['12345678901234567890', '12345678901234567890'],
    ['-9007199254740993', '-9007199254740993'],
    ['[9007199254740992,9007199254740993]', '[9007199254740992,9007199254740993]'],
    ['{"a":{"b":[12345678901234567891]}}', '{"a":{"b":[12345678901234567891]}}'],
    ['123456789012345678.0', '123456789012345678'],
    ['12345678901234567.80e2', '1234567890123456780'],
    ['1e400', `1${'0'.repeat(400)}`],
    ['1E+400', `1${'0'.repeat(400)}`],
    ['0.00', '0'],
    ['-0', '0'],
    ['1.0', '1'],
    ['1e3', '1000'],
    ['1.5', '1.5'],
    ['1e-400', '0'],
    ['0e999999999', '0'],
  ])('%s', (given, printed) => {
    expect(jsonText(parseExactly(given))).toBe(printed);
  });

  test('what a number holds stays a number', () => {
    expect(parseExactly('[9007199254740992,1e22,0.1,100000000000000000000]')).toEqual([2 ** 53, 1e22, 0.1, 1e20]);
    expect(parseExactly('{"big":12345678901234567890}')).toEqual({ big: 12345678901234567890n });
  });

  test('one with more than a thousand digits is the text that stood there, never null', () => {
    expect(jsonText(parseExactly('{"a":1e1001,"b":[-1.5E+999999999,1]}'))).toBe(
      '{"a":"1e1001","b":["-1.5E+999999999",1]}',
    );
    expect(parseExactly('9'.repeat(5_000))).toBe('9'.repeat(5_000));
    expect(parseExactly('9'.repeat(1_001))).toBe('9'.repeat(1_001));
    expect(parseExactly(`-${'9'.repeat(1_000)}`)).toBe(-BigInt('9'.repeat(1_000)));
  });
});

describe('texts are left alone', () => {
  test.each([
    '{"a":"12345678901234567890","b":"\\"12345678901234567890","c":"\\\\"}',
    '{"__proto__":{"x":12345678901234567890},"constructor":1}',
    '["\\ud800","\\u0000#12345678901234567890"]',
    `["${'x"12345678901234567890'.replace('"', '\\"')}",12345678901234567890]`,
  ])('%s', (given) => {
    expect(jsonText(parseExactly(given))).toBe(given);
  });

  test('however long they are', () => {
    const long = JSON.stringify({ text: 'a\\"1'.repeat(3_000_000), big: 1 }).replace('1}', '12345678901234567890}');
    expect(jsonText(parseExactly(long))).toBe(long);
  });

  test.each(['', '{', '{"a":12345678901234567890', '[1 2]', '12345678901234567890x', '{12345678901234567890:1}', '"a'])(
    'invalid JSON stays invalid: %s',
    (given) => {
      expect(() => parseExactly(given)).toThrow(SyntaxError);
    },
  );
});

test('a text that looks like a number is never printed as one', () => {
  const value = { big: 5n, text: '0.5#5', list: ['"5"', 7n] };
  expect(jsonText(value)).toBe('{"big":5,"text":"0.5#5","list":["\\"5\\"",7]}');
  expect(jsonText(value, 2)).toContain('"big": 5,\n');
});
