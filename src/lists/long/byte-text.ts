import { isUtf8 } from 'node:buffer';
import { isRow, type Row } from '../../contract/row.js';
import type { ValueEnds } from './value-ends.js';

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
