import { isUtf8 } from 'node:buffer';
import { isRow, type Row } from '../../contract/row.js';
import { unsafeInJson } from '../../contract/text/unsafe-characters.js';

/** The bytes that structure JSON. */
export const ascii = {
  quote: 0x22,
  comma: 0x2c,
  dot: 0x2e,
  colon: 0x3a,
  openObject: 0x7b,
  closeObject: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
  e: 0x65,
  u: 0x75,
} as const;

/** Numbers with fewer digits are always read exactly. */
const manyDigits = 16;

/** What a byte of a string is, if more than a part of it. */
const [quote, backslash, zero, lead] = [1, 2, 3, 4];

const [safe, unsafe] = [1, 2];

const kinds = new Uint8Array(256);
kinds[ascii.quote] = quote;
kinds[0x5c] = backslash;
kinds[0] = zero;
kinds.fill(lead, 0xc0);
kinds[0x7f] = lead;

/** Finds the ends of JSON values by their strings and levels alone, and notes what is in them. JSON.parse says whether they are valid. */
export class ValueEnds {
  /** Whether a number has an exponent, or so many digits that JSON.parse may change it. */
  hasOddNumber = false;
  /** Whether a string has a character written as `\u`. */
  hasUnicodeEscape = false;
  /** Whether a string has a character that JSON output escapes. */
  hasUnsafe = false;
  /** Characters written as `\u` that have been met. */
  readonly escapes = new Map<string, { readonly code: number; readonly bytes: string }>();
  /** By code point, once it has been looked at. */
  readonly #verdicts = new Uint8Array(0x110000);

  forget(): void {
    this.hasOddNumber = false;
    this.hasUnicodeEscape = false;
    this.hasUnsafe = false;
  }

  /** The position after the value that begins at `from`; -1 if the first `size` bytes do not have its end. A zero follows them. */
  after(bytes: Uint8Array, from: number, size: number): number {
    let depth = 0;
    let digits = 0;
    for (let at = from; ; at += 1) {
      const byte = bytes[at] as number;
      if (byte >= 0x30 && byte <= 0x39) {
        digits += 1;
        if (digits === manyDigits) this.hasOddNumber = true;
        continue;
      }
      if (byte === ascii.dot) continue;
      // Either case of the letter.
      if (digits > 0 && (byte | 0x20) === ascii.e) this.hasOddNumber = true;
      digits = 0;
      if (byte === ascii.quote) {
        at = this.#endOfText(bytes, at + 1, size);
        if (at < 0) return -1;
        if (depth === 0) return at + 1;
      } else if (byte === ascii.openObject || byte === ascii.openList) depth += 1;
      else if (byte === ascii.closeObject || byte === ascii.closeList) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (byte === ascii.comma || isSpace(byte))) return at;
      else if (byte === 0 && at >= size) return -1;
    }
  }

  /** The position of the quote that ends a string. */
  #endOfText(bytes: Uint8Array, from: number, size: number): number {
    for (let at = from; ; at += 1) {
      let kind = kinds[bytes[at] as number] as number;
      while (kind === 0) {
        at += 1;
        kind = kinds[bytes[at] as number] as number;
      }
      if (kind === quote) return at;
      if (kind === backslash) {
        at += 1;
        if (bytes[at] === ascii.u) this.hasUnicodeEscape = true;
      } else if (kind === lead) this.note(codePointAt(bytes, at));
      if (at >= size) return -1;
    }
  }

  note(code: number): void {
    if (this.#verdicts[code] === 0)
      this.#verdicts[code] = String.fromCodePoint(code).search(unsafeInJson) < 0 ? safe : unsafe;
    if (this.#verdicts[code] === unsafe) this.hasUnsafe = true;
  }
}

/** The code point of a character in UTF-8; any other if it is not valid. */
function codePointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return first;
  const rest = (count: number): number => (bytes[at + count] as number) & 0x3f;
  if (first < 0xe0) return ((first & 0x1f) << 6) | rest(1);
  const three = ((first & 0x0f) << 12) | (rest(1) << 6) | rest(2);
  return first < 0xf0 ? three : Math.min(((three & 0x7fff) << 6) | rest(3), 0x10ffff);
}

/** The position of the next byte that is not white space. */
export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at] as number)) at += 1;
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * A text with a character for each byte of its UTF-8. Whole rows are parsed and printed like this: that takes half the time and
 * memory, since nothing is decoded. What is read in a row is decoded first.
 */
type ByteText = string;

/** Rows, and how they are to be read. */
export interface Batch {
  readonly rows: readonly Row[];
  /** Whether their strings are byte text. */
  readonly isByteText: boolean;
  /** Whether they have characters that JSON output escapes. */
  readonly isUnsafe: boolean;
}

/** JSON as such a text, whose strings then are such texts too. Characters written as `\u` become their bytes, and are noted. */
export function jsonToByteText(bytes: Buffer, found: ValueEnds): ByteText {
  // What is not valid is replaced.
  const text = isUtf8(bytes) ? bytes.toString('latin1') : toByteText(bytes.toString('utf8'));
  return found.hasUnicodeEscape ? text.replace(escaped, (each) => bytesOf(each, found)) : text;
}

export function toByteText(text: string): ByteText {
  return Buffer.from(text).toString('latin1');
}

/** The text. Halves of a pair, which can only be written as `\u`, stay as they are. */
export function fromByteText(text: ByteText): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const decode = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
  return /[^\0-\xff]/.test(text) ? text.replace(/[\x80-\xff]+/g, decode) : decode(text);
}

/** A row of a batch with these fields at least, decoded. */
export function readFields(row: Row, keys: readonly string[], { isByteText }: Batch): Row {
  if (!isByteText) return row;
  const decoded: Record<string, unknown> = {};
  for (const key of keys) if (Object.hasOwn(row, key)) decoded[key] = mapTexts(row[key], fromByteText);
  return decoded;
}

/** A value of JSON with other strings. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), mapTexts(each, change)]));
}

/** A backslash, a pair, or a character. */
const escaped = /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4})/g;

function bytesOf(sequence: string, found: ValueEnds): ByteText {
  if (sequence[1] !== 'u') return sequence;
  const met = found.escapes.get(sequence) ?? readEscape(sequence);
  found.escapes.set(sequence, met);
  found.note(met.code);
  return met.bytes;
}

function readEscape(sequence: string): { readonly code: number; readonly bytes: ByteText } {
  const units = sequence.slice(2).split('\\u');
  const character = String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
  const code = character.codePointAt(0) ?? 0;
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return { code, bytes: code < 0x80 || isHalf ? sequence : toByteText(character) };
}
