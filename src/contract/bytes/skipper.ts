import { ascii, isSpace } from './characters.js';

/** Finds the end of a JSON value that arrives in pieces, by its strings and levels alone. */
export interface Skipper {
  /** The position after the value; -1 if `to` comes first, and the next piece goes on from there. */
  skip(bytes: Uint8Array, from: number, to: number): number;
  /** Whether a number so far has an exponent or so many digits that JSON.parse may change it. */
  readonly hasOddNumber: boolean;
}

/** Fewer digits are always read exactly. */
const manyDigits = 16;

/** A skipper for one value, which begins at the first byte that is skipped. Whether the value is valid JSON is not checked. */
export function createSkipper(): Skipper {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let digits = 0;
  let hasOddNumber = false;
  return {
    get hasOddNumber() {
      return hasOddNumber;
    },
    skip(bytes, from, to) {
      let at = from;
      while (at < to) {
        if (isInText) {
          if (isEscaped) at += 1;
          isEscaped = false;
          while (at < to && bytes[at] !== ascii.quote && bytes[at] !== ascii.backslash) at += 1;
          if (at >= to) break;
          isEscaped = bytes[at] === ascii.backslash;
          isInText = isEscaped;
          at += 1;
          if (!isInText && depth === 0) return at;
          continue;
        }
        const byte = bytes[at] as number;
        if (byte >= ascii.zero && byte <= ascii.zero + 9) {
          digits += 1;
          hasOddNumber ||= digits === manyDigits;
        } else if (byte !== ascii.dot) {
          // Either case of the letter.
          hasOddNumber ||= digits > 0 && (byte | 0x20) === ascii.e;
          digits = 0;
        }
        if (byte === ascii.quote) isInText = true;
        else if (byte === ascii.openObject || byte === ascii.openList) depth += 1;
        else if (byte === ascii.closeObject || byte === ascii.closeList) {
          if (depth === 0) return at;
          depth -= 1;
          if (depth === 0) return at + 1;
        } else if (depth === 0 && (byte === ascii.comma || isSpace(byte))) return at;
        at += 1;
      }
      return -1;
    },
  };
}
