/** The most braces, brackets, colons and commas a response may have to be parsed, and each value of one that is taken in pieces. */
const most = 2_500_000;
export const mostInPiece = 1_000_000;

/** Up to this size, a response is parsed without counting (bytes). */
export const lightBytes: number = 1024 * 1024;

const isCounted = new Uint8Array(256);
for (const byte of Buffer.from('{[:,')) isCounted[byte] = 1;

/**
 * Whether JSON holds so many values that parsing it would take many times the memory of the text: a million empty objects
 * are 3 MB of text. Commas inside strings count too (docs/requirements.md, R43).
 */
export function isTooHeavy(bytes: Uint8Array, limit: number = most): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) count += isCounted[bytes[at] as number] as number;
  return count > limit;
}
