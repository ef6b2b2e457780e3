import { ascii, isDigit, isSpace } from './characters.js';

/** Fewer digits are always read exactly. */
const manyDigits = 16;

/** Finds the ends of JSON values by their strings and levels alone. Whether they are valid JSON is not checked. */
export class Skipper {
  /** Whether a number so far has an exponent, or so many digits that JSON.parse may change it. */
  hasOddNumber = false;

  /** The position after the value that begins at `from`; -1 if it has no end. */
  skip(bytes: Uint8Array, from: number): number {
    let depth = 0;
    let digits = 0;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (isDigit(byte)) {
        digits += 1;
        if (digits === manyDigits) this.hasOddNumber = true;
        continue;
      }
      if (byte === ascii.dot) continue;
      // Either case of the letter.
      if (digits > 0 && (byte | 0x20) === ascii.e) this.hasOddNumber = true;
      digits = 0;
      if (byte === ascii.quote) {
        at = endOfText(bytes, at + 1);
        if (at < 0) return -1;
        if (depth === 0) return at + 1;
      } else if (byte === ascii.openObject || byte === ascii.openList) depth += 1;
      else if (byte === ascii.closeObject || byte === ascii.closeList) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (byte === ascii.comma || isSpace(byte))) return at;
    }
    return -1;
  }
}

/** The position of the quote that ends a string; -1 if there is none. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === ascii.quote) return at;
    if (byte === ascii.backslash) at += 1;
  }
  return -1;
}
