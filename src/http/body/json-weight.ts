/** The most braces, brackets, colons and commas a response may have to be parsed. */
const most = 2_500_000;

const counted = new Set(Buffer.from('{[:,'));

/**
 * Whether JSON holds so many values that parsing it would take many times the memory of the text: a million empty objects
 * are 3 MB of text. Commas inside strings count too (docs/requirements.md, R43).
 */
export function isTooHeavy(bytes: Uint8Array): boolean {
  const isCounted = Uint8Array.from({ length: 256 }, (_, byte) => (counted.has(byte) ? 1 : 0));
  let count = 0;
  for (const byte of bytes) count += isCounted[byte] ?? 0;
  return count > most;
}
