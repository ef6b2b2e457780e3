import { expect, test } from 'vitest';
import { splitWords } from './words.js';

test.each([
  ['', []],
  ['  a  b ', ['a', 'b']],
  [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
  [`--x='' y`, ['--x=', 'y']],
  [`''`, ['']],
  [`a\\ b "c\\"d" 'e\\f'`, ['a b', 'c"d', 'e\\f']],
  [`jq '.[].title'`, ['jq', '.[].title']],
])('%s', (line, words) => {
  expect(splitWords(line)).toEqual(words);
});

test('a quote that is not closed', () => {
  expect(() => splitWords(`a 'b`)).toThrow("a ' is not closed");
});
