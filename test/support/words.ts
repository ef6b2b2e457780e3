/**
 * Splits a command line like a POSIX shell, as far as tests need it: blanks, single and double quotes, backslashes. Nothing
 * is expanded. Throws for an unclosed quote.
 */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === '\\' && quote !== "'") {
      word = (word ?? '') + (line[++at] ?? '');
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== '') throw new Error(`a ${quote} is not closed in: ${line}`);
  return word === undefined ? words : [...words, word];
}
