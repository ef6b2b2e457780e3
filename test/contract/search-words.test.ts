import { expect, test } from 'vitest';
import { toPlainLetters } from '../../src/contract/text/plain-letters.js';
import { placesIn, soughtIn } from '../../src/contract/text/search-words.js';

test.each([
  ['Rate  limit rate', ['rate', 'limit']],
  ['"Rate  limit" zürich', ['rate limit', 'zurich']],
  ['„zwei Wörter“ «deux mots» “two words”', ['zwei worter', 'deux mots', 'two words']],
  ['a "the “inner” one" b', ["the 'inner' one", 'a', 'b']],
  // Signs of texts, not of phrases.
  ['5" pipe 7"', ["5'", 'pipe', "7'"]],
  ['say"hi there"', ["say'hi", "there'"]],
  ['"open end', ["'open", 'end']],
  ['"" " " \u200b', ["''"]],
])('%s looks for %j', (query, sought) => {
  expect(soughtIn(query, toPlainLetters)).toEqual(sought);
});

test.each([
  ['Straße — “Don’t” stop', "strasse don't", ['Straße', 'Don’t']],
  ['co\u00adoperate, CO-OPERATE', 'cooperate', ['co\u00adoperate']],
  ['two  words, words two', '"two words"', ['two  words']],
  ['words, two', '"two words"', ['words', 'two']],
  ['aaaa', 'aa aaa', ['aaa']],
  ['e\u0301te\u0301', 'ete', ['e\u0301te\u0301']],
  ['say “quoted” or "quoted"', "'quoted'", ['“quoted”', '"quoted"']],
  ['nothing', 'zebra', []],
])('in %j, %s is at %j', (line, query, found) => {
  const places = placesIn(line, soughtIn(query, toPlainLetters));
  expect(places.map(([start, end]) => line.slice(start, end))).toEqual(found);
});
