import { toPlainLetters } from './plain-letters.js';

/** What a search looks for: its words, and as phrases what is in double quotes. `key` makes it comparable, as searchedText does. */
export function soughtIn(query: string, key: (text: string) => string): readonly string[] {
  const phrases: string[] = [];
  const rest = query.replace(quoted, (_, ...inside: readonly unknown[]) => {
    phrases.push(searchedText(key(inside.slice(0, 3).join(''))).trim());
    return ' ';
  });
  return [...new Set([...phrases, ...wordsOf([searchedText(key(rest))])])].filter((each) => each !== '');
}

/** Whether something sought is only found in a searchedText: a phrase, or what has a quote in it. */
export function needsWholeText(sought: string): boolean {
  return /[ ']/.test(sought);
}

/** What is in double quotes of any kind, alone between spaces; quotes of another kind may be inside. */
const quoted = /(?<!\S)(?:"([^"]+)"|[“„]([^“”„]+)[“”]|«([^«»]+)»)(?!\S)/g;

/** The single words of what is sought. */
export function wordsOf(sought: readonly string[]): readonly string[] {
  return [...new Set(sought.flatMap((each) => each.split(/\s+/)))].filter((word) => word !== '');
}

/** A comparable text in which all that is sought can be found: any space between words is one, and any quote is a single one. */
export function searchedText(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('"', "'");
}

type Place = readonly [start: number, end: number];

/** Where a line has what is sought (toPlainLetters), or else single words of it: first and last character, none in another. */
export function placesIn(line: string, sought: readonly string[]): readonly Place[] {
  let [plain, at] = ['', 0];
  const places: number[] = [];
  for (const letter of line) {
    const own = /\s/.test(letter) ? (plain.endsWith(' ') ? '' : ' ') : searchedText(toPlainLetters(letter));
    for (let left = own.length; left > 0; left -= 1) places.push(at);
    plain += own;
    at += letter.length;
  }
  places.push(at);
  const find = (word: string): readonly Place[] => {
    const found: Place[] = [];
    for (let from = plain.indexOf(word); from >= 0; from = plain.indexOf(word, from + word.length))
      found.push([places[from] ?? 0, places[from + word.length] ?? at]);
    return found;
  };
  const whole = sought.flatMap(find);
  const found = whole.length > 0 ? whole : wordsOf(sought).flatMap(find);
  let last = 0;
  return found
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
    .filter(([start, end]) => {
      const isFree = start >= last;
      if (isFree) last = end;
      return isFree;
    });
}
