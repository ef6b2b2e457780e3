import { toPlainLetters } from '../contract/plain-letters.js';

/** Whether a text starts with what was typed, ignoring case and accents. */
export function beginsWith(text: string, typed: string): boolean {
  return toPlainLetters(text).startsWith(plainOf(typed));
}

/** Whether a text has a word that starts with what was typed. */
export function hasWord(text: string, typed: string): boolean {
  const [plain, sought] = [toPlainLetters(text), plainOf(typed)];
  let at = plain.indexOf(sought);
  while (at > 0 && /[a-z0-9\x80-\uffff]/.test(plain[at - 1] ?? '')) at = plain.indexOf(sought, at + 1);
  return at >= 0;
}

/** An accent alone is no letter, and begins nothing. */
function plainOf(typed: string): string {
  return toPlainLetters(typed) || typed;
}

/**
 * A regular expression for what may begin with what was typed, in UTF-8 with one character per byte, so that of a large file only few
 * lines need decoding: any letter with an accent may be the one that was typed, or two of them.
 */
export function patternOf(typed: string): string {
  const spelling = (letter: string, at: number, all: readonly string[]): string => {
    if (!/[a-z]/.test(letter)) return escapeBytes(letter);
    const isSecond = /ss|ae|oe|th/.test(`${all[at - 1]}${letter}`);
    return `(?:[${letter}${letter.toUpperCase()}]|[\\xc2-\\xf4][\\x80-\\xbf]+)${isSecond ? '?' : ''}`;
  };
  return [...plainOf(typed)].map(spelling).join('');
}

/** The same, at the start of a word. */
export function wordPatternOf(typed: string): string {
  return `(?<![A-Za-z0-9\\x80-\\xff])${patternOf(typed)}`;
}

/** A text as a regular expression for its bytes. */
export function escapeBytes(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
