/**
 * Splits a command line as a POSIX shell would, as far as tests write them: blanks, single and double quotes, backslashes.
 * Nothing is expanded. Throws for a quote that is not closed.
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
