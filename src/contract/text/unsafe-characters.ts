/**
 * The characters that foreign text must not bring to a terminal, a file name or a line of data, each set as the inside of a
 * character class for an expression with the flag `u` (docs/requirements.md, R36 and R37).
 */

/** DEL and C1 controls. */
const laterControls = String.raw`\x7f-\x9f`;

/** Bidi and deprecated format characters, line separators, annotations and noncharacters. */
const misleading = String.raw`\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff`;

/** Controls, what reorders or breaks a line, and what cannot be seen or encoded: tag characters and lone surrogates, too. */
export const unsafe = String.raw`\x00-\x1f${laterControls}${misleading}\u{e0000}-\u{e007f}\ud800-\udfff`;

/**
 * Those that JSON.stringify leaves as they are (docs/requirements.md, R39). The flag `u` would double the time, so this names
 * the two halves of a tag character.
 */
export const unsafeInJson = new RegExp(String.raw`[${laterControls}${misleading}]|\udb40[\udc00-\udc7f]`, 'g');

/** Characters without a width, which are harmless but make one name look like another. */
export const invisible = String.raw`\u00ad\u200b-\u200d\u2060-\u2065\ufeff`;

const hazard = new RegExp(`[${unsafe}]`, 'gu');

const beyondPlain = /[^\x20-\x7e]/;

/** Makes untrusted text safe on one line: white space becomes a space, every other control character a visible mark. */
export function cleanLine(text: string): string {
  if (isPlainAscii(text)) return text;
  return withoutIdle(text.replace(/\r\n|[\n\t]/g, ' ')).replace(hazard, mark);
}

/** Makes untrusted text of several lines safe: newlines stay, tabs become spaces, every other control character a visible mark. */
export function cleanText(text: string): string {
  if (isPlainAscii(text)) return text;
  const plain = withoutIdle(text.replace(/\r\n/g, '\n').replace(/\t/g, '    '));
  return plain.replace(hazard, (found) => (found === '\n' ? found : mark(found)));
}

/**
 * Text without zero-width characters that join or part nothing, which a terminal may join with whatever is printed next: joiners
 * that are not between emoji or letters that change their shapes, byte order marks, and zero-width spaces at an end of a line.
 * The sets of letters and emoji take a quarter of a millisecond to make, so only texts with such a character need them.
 */
function withoutIdle(text: string): string {
  if (!/\u200b|\u200d|\ufeff/.test(text)) return text;
  return text.replace(
    /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Lo}\p{M}])\u200d+|(?<!\u200d)\u200d+(?![\p{Extended_Pictographic}\p{Lo}\u200d])|\ufeff|(?<=^|\s)\u200b+|(?<!\u200b)\u200b+(?=\s|$)/gu,
    '',
  );
}

/** Three in a row that nobody sees have no use, but may hide a text: each variation selector can stand for a byte. */
const unseen = String.raw`\u00ad\u034f\u180b-\u180f\u200b-\u200d\u2060-\u2064\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}`;
const hiding = new RegExp(`[${unseen}]{3,}`, 'gu');

/** A text for whoever decides whether it is sent, with a mark for what is hidden in it. */
export function withHidden(text: string): string {
  return text.replace(hiding, (found) => `<${[...found].length} invisible characters>`);
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
