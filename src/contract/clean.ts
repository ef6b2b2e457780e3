import { unsafe } from './unsafe-characters.js';

const hazard = new RegExp(`[${unsafe}]`, 'gu');

/**
 * Zero-width characters that join or part nothing, which a terminal may join with whatever is printed next: joiners
 * that are not between emoji or letters that change their shapes, byte order marks, and zero-width spaces at an end of a line.
 */
const idle =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Lo}\p{M}])\u200d+|(?<!\u200d)\u200d+(?![\p{Extended_Pictographic}\p{Lo}\u200d])|\ufeff|(?<=^|\s)\u200b+|(?<!\u200b)\u200b+(?=\s|$)/gu;

const beyondPlain = /[^\x20-\x7e]/;

/** Makes untrusted text safe on one line: white space becomes a space, every other control character a visible mark. */
export function cleanLine(text: string): string {
  if (isPlainAscii(text)) return text;
  return text
    .replace(/\r\n|[\n\t]/g, ' ')
    .replace(idle, '')
    .replace(hazard, mark);
}

/**
 * Makes untrusted text of several lines safe: newlines stay, tabs become spaces, every other control character a visible mark.
 */
export function cleanText(text: string): string {
  if (isPlainAscii(text)) return text;
  return text
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '    ')
    .replace(idle, '')
    .replace(hazard, (found) => (found === '\n' ? found : mark(found)));
}

/** True if every character is printable ASCII, so that length equals width. */
export function isPlainAscii(text: string): boolean {
  return !beyondPlain.test(text);
}

function mark(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** What the user typed, quoted for a message, which a long text must not fill. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

const longest = 80;
