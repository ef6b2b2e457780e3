import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText } from '../../src/contract/text/unsafe-characters.js';

describe('foreign text on one line', () => {
  test.each([
    ['plain', 'plain'],
    ['ä 報 👩‍👩‍👧 e\u0301', 'ä 報 👩‍👩‍👧 e\u0301'],
    ['a\x1b[2Jb', 'a^[[2Jb'],
    ['\x1b]52;c;AAAA\x07', '^[]52;c;AAAA^G'],
    ['bell\x07 back\x08 nul\x00', 'bell^G back^H nul^@'],
    ['a\rb', 'a^Mb'],
    ['a\r\nb\nc\td', 'a b c d'],
    ['\x7f', '<U+007F>'],
    ['\x9b31m', '<U+009B>31m'],
    ['abc\u202edef\u202c', 'abc<U+202E>def<U+202C>'],
    ['\u2066x\u2069 \u200e\u200f\u061c', '<U+2066>x<U+2069> <U+200E><U+200F><U+061C>'],
    ['a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
    ['\u{e0041}\u{e007f}', '<U+E0041><U+E007F>'],
    ['\ud800x\udc00', '<U+D800>x<U+DC00>'],
    ['\ufdd0\uffff', '<U+FDD0><U+FFFF>'],
    ['\u200da\u200d│\u200d b\u200d\u200d c\u200dd 👩\u200d', 'a│ b cd 👩'],
    ['\ufeff\u200bBOM\u200b\ufeff \u200b', 'BOM '],
    ['क\u094d\u200dष می\u200cشود ก\u200bข', 'क\u094d\u200dष می\u200cشود ก\u200bข'],
    ['❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀', '❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀'],
  ])('%j becomes %j', (given, expected) => {
    expect(cleanLine(given)).toBe(expected);
  });
});

describe('foreign text of several lines', () => {
  test('keeps newlines, and makes tabs spaces', () => {
    expect(cleanText('a\r\nb\n\tc\x1b')).toBe('a\nb\n    c^[');
  });

  test('a joiner at the end or the start of a line is dropped', () => {
    expect(cleanText('a\u200d\n\u200bb\u200b\n👩\u200d\n👩')).toBe('a\nb\n👩\n👩');
  });

  test('a lone carriage return is visible', () => {
    expect(cleanText('real\rfake')).toBe('real^Mfake');
  });
});
