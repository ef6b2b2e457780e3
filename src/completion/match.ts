import { toPlainLetters } from '../client/plain-letters.js';

/** Whether a text starts with what was typed, ignoring case and accents. */
export function beginsWith(text: string, typed: string): boolean {
  return toPlainLetters(text).startsWith(toPlainLetters(typed));
}

/** A byte of a word, in a text with one character per byte. */
const inWord = '[A-Za-z0-9\\x80-\\xff]';

/**
 * What was typed as a regular expression for UTF-8 with one character per byte, so that of a large file only the matches need
 * decoding. Each letter matches either case and all its accented forms.
 */
export function patternOf(typed: string): string {
  return (toPlainLetters(typed).match(/ss|ae|oe|th|./gsu) ?? []).map(spellings).join('');
}

/** The same, at the start of a word. */
export function wordPatternOf(typed: string): string {
  return `(?<!${inWord})${patternOf(typed)}`;
}

/** Letters that people type as two plain ones. */
const joined: Readonly<Record<string, readonly string[]>> = {
  ss: ['ß', 'ẞ'],
  ae: ['æ', 'Æ'],
  oe: ['œ', 'Œ'],
  th: ['þ', 'Þ'],
};

function spellings(letter: string): string {
  const one = joined[letter];
  if (one) return `(?:${[...letter].map(spellings).join('')}|${one.map(escapeBytes).join('|')})`;
  if (!/[a-z]/.test(letter)) return /[0-9]/.test(letter) ? letter : escapeBytes(letter);
  return `(?:${[letter, letter.toUpperCase(), ...accented(letter).map(escapeBytes)].join('|')})`;
}

/** Blocks of accented letters: Latin-1 to Latin Extended-B, and Latin Extended Additional. */
const blocks = [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const;

let accents: Map<string, string[]> | undefined;

/** The accented forms of a letter. */
function accented(letter: string): readonly string[] {
  accents ??= readAccents();
  return accents.get(letter) ?? [];
}

function readAccents(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [first, last] of blocks) {
    for (let code = first; code <= last; code++) {
      const letter = String.fromCharCode(code);
      const plain = toPlainLetters(letter);
      if (plain.length === 1 && plain !== letter) found.set(plain, [...(found.get(plain) ?? []), letter]);
    }
  }
  return found;
}

function escapeBytes(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
