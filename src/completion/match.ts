import { toPlainLetters } from '../client/find/plain-letters.js';
import { accents } from './accents.js';

/** Whether a text begins with what was typed, without regard to case and accents. */
export function beginsWith(text: string, typed: string): boolean {
  return toPlainLetters(text).startsWith(toPlainLetters(typed));
}

/** A byte that is part of a word, in a text with a byte a character. */
const inWord = '[A-Za-z0-9\\x80-\\xff]';

/**
 * What was typed as a regular expression for texts in UTF-8 with a byte a character, so that of a large file only what is
 * offered has to be decoded: each letter stands for itself in either case and for the same with an accent.
 */
export function patternOf(typed: string): string {
  return ((toPlainLetters(typed) || typed).match(/ss|ae|oe|th|./gsu) ?? []).map(spellings).join('');
}

/** The same at the beginning of a word. */
export function wordPatternOf(typed: string): string {
  return `(?<!${inWord})${patternOf(typed)}`;
}

/** Letters that are spelled with two plain ones. */
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
  return `(?:${[letter, letter.toUpperCase(), ...[...(accents[letter] ?? '')].map(escapeBytes)].join('|')})`;
}

/** A text as a regular expression for its bytes. */
export function escapeBytes(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
