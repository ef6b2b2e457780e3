/**
 * Characters that can control a terminal or reorder a line: C0 and C1 controls, DEL, bidi and deprecated format characters,
 * line separators, tag characters, noncharacters and lone surrogates (docs/requirements.md, R36 and R37).
 */
const hazard =
  /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

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
