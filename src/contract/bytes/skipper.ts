import { ascii, isSpace } from './characters.js';

/** Fewer digits are always read exactly. */
const manyDigits = 16;

/**
 * Finds the end of a JSON value that may arrive in pieces, by its strings and levels alone. Whether the value is valid JSON is
 * not checked.
 */
export class Skipper {
  /** Whether a number so far has an exponent, or so many digits that JSON.parse may change it. */
  hasOddNumber = false;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #digits = 0;

  /** Begins another value. */
  reset(): void {
    this.hasOddNumber = false;
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    this.#digits = 0;
  }

  /** The position after the value; -1 if `to` comes first, and the next piece goes on from there. */
  skip(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      if (this.#isInText) {
        at = this.#skipText(bytes, at, to);
        if (!this.#isInText && this.#depth === 0) return at;
        continue;
      }
      const byte = bytes[at] as number;
      if (byte >= ascii.zero && byte <= ascii.zero + 9) {
        this.#digits += 1;
        if (this.#digits === manyDigits) this.hasOddNumber = true;
      } else if (byte !== ascii.dot) {
        // Either case of the letter.
        if (this.#digits > 0 && (byte | 0x20) === ascii.e) this.hasOddNumber = true;
        this.#digits = 0;
      }
      if (byte === ascii.quote) this.#isInText = true;
      else if (byte === ascii.openObject || byte === ascii.openList) this.#depth += 1;
      else if (byte === ascii.closeObject || byte === ascii.closeList) {
        if (this.#depth === 0) return at;
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      } else if (this.#depth === 0 && (byte === ascii.comma || isSpace(byte))) return at;
      at += 1;
    }
    return -1;
  }

  /** The position after the string, or where the bytes end in it. */
  #skipText(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      const byte = bytes[at];
      at += 1;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === ascii.backslash) this.#isEscaped = true;
      else if (byte === ascii.quote) {
        this.#isInText = false;
        break;
      }
    }
    return at;
  }
}
