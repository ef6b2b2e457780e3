import { describe, expect, test } from 'vitest';
import { indentJson } from '../../../src/output/data/json.js';
import { processorTime } from '../../support/computer/processor-time.js';

describe('JSON is set without changing a token', () => {
  test.each([
    '{}',
    '[]',
    '[[],{},[{}]]',
    '{"a":[1,2,{"b":null}],"c":"x; {y}: [z]"}',
    '["\\"","\\\\",true,false,-15]',
    '{"a":{"b":{"c":[[1],[2]]}}}',
  ])('%s as JSON.stringify sets it', (text) => {
    expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(indentJson(` \n${text.replaceAll(',', ' ,\t')}\r\n`)).toBe(
      JSON.stringify(JSON.parse(text.replaceAll(',', ' ,\t')), null, 2),
    );
  });

  test('numbers and repeated keys stay', () => {
    expect(indentJson('{"a":1.0,"a":12345678901234567890,"b":1E+2,"c":-0,"d":"\\u0041\\/"}')).toBe(
      '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": 1E+2,\n  "c": -0,\n  "d": "\\u0041\\/"\n}',
    );
  });

  test('controls become escapes', () => {
    expect(indentJson('["\u009b\u202e\u007f"]')).toBe('[\n  "\\u009b\\u202e\\u007f"\n]');
  });

  test.each(['', 'x', '"x"', '1', '[1', '{"a":}', '[1]x', `${'['.repeat(200)}${']'.repeat(200)}`])(
    '%j is not set',
    (text) => {
      expect(indentJson(text)).toBeUndefined();
    },
  );

  test('megabytes take seconds at most', { timeout: 60_000 }, () => {
    const started = processorTime();
    for (const text of [
      `[${'1,'.repeat(500_000)}1]`,
      `["${'x'.repeat(1_000_000)}"]`,
      `["${'\\"'.repeat(500_000)}"]`,
      `[${' '.repeat(1_000_000)}]`,
      `[${'{},'.repeat(330_000)}1]`,
    ])
      expect(indentJson(text)).toBeDefined();
    expect(processorTime() - started).toBeLessThan(4_000);
  });
});
