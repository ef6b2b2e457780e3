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
