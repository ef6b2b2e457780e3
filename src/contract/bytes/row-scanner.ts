import { ascii, isDigit, isSpace } from './characters.js';

/** Reads rows that are plain, one after another, without decoding them. */
export interface RowScanner {
  /** Where the value of each key with a slot begins and ends in the row read last; 0 if the row does not have it. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Where strings begin and end that are values of the row, or items of lists that are; only of lengths given to `expect`. */
  readonly texts: Int32Array;
  /** How many numbers of `texts` are in use. */
  textCount(): number;
  /** The place of a key in `from` and `to`. Every key is asked for before the first row is read. */
  slot(key: string): number;
  /** Says which strings matter (lengths in bytes). */
  expect(lengths: ReadonlySet<number>): void;
  /** Gives the bytes that rows are read from, with at least 4 zeros behind them. */
  open(bytes: Uint8Array): void;
  /** The position after the row that begins at `at`; -1 if it is not plain, or has no end. */
  read(at: number): number;
}

/** A key of an object, and the keys that have followed it. Objects of a list mostly have the same keys in the same order. */
interface Key {
  /** With its quotes and the colon. */
  readonly text: Uint8Array;
  /** The same four bytes at a time; the last word overlaps the one before it. */
  readonly words: Int32Array;
  readonly slot: number;
  readonly before: Key | undefined;
  readonly followers: Key[];
}

/** Limits for plain rows: keys by the keys before them, levels, noted strings of a row, and slots. */
const mostKeys = 2_000;
const mostSiblings = 16;
const deepest = 50;
const mostTexts = 500;
const mostSlots = 100;

/**
 * A scanner for rows. A row is plain if JSON.stringify prints what JSON.parse makes of it byte for byte, and none of it needs
 * escaping to be safe on a terminal: no white space, no `\u`, no key twice, no number that JavaScript writes differently, and
 * valid UTF-8.
 */
export function createRowScanner(): RowScanner {
  const slots = new Map<string, number>();
  const from = new Int32Array(mostSlots);
  const to = new Int32Array(mostSlots);
  const texts = new Int32Array(2 * mostTexts);
  const lengths = new Uint8Array(256);
  const [ofRow, ofOthers]: [Key[], Key[]] = [[], []];
  let bytes: Uint8Array = new Uint8Array(1);
  let view = new DataView(bytes.buffer);
  let keyCount = 0;
  let textCount = 0;

  function readObject(start: number, depth: number): number {
    if (bytes[start] === ascii.closeObject) return start + 1;
    let at = start;
    let siblings = depth === 0 ? ofRow : ofOthers;
    let before: Key | undefined;
    for (;;) {
      const key: Key | undefined = findKey(at, siblings) ?? addKey(at, siblings, before, depth === 0);
      if (key === undefined) return -1;
      const value = at + key.text.length;
      at = readValue(value, depth);
      if (at < 0) return -1;
      if (key.slot >= 0) {
        from[key.slot] = value;
        to[key.slot] = at;
      }
      const after = bytes[at];
      at += 1;
      if (after === ascii.closeObject) return at;
      if (after !== ascii.comma) return -1;
      siblings = key.followers;
      before = key;
    }
  }

  function findKey(at: number, siblings: readonly Key[]): Key | undefined {
    const given = view;
    for (const key of siblings) {
      const { words } = key;
      const last = words.length - 1;
      let same = 0;
      while (same < last && words[same] === given.getInt32(at + 4 * same, true)) same += 1;
      if (same === last && words[last] === given.getInt32(at + key.text.length - 4, true)) return key;
    }
    return undefined;
  }

  /** A key not seen at this place before; undefined if an object with it would be printed differently. */
  function addKey(at: number, siblings: Key[], before: Key | undefined, isOfRow: boolean): Key | undefined {
    const end = bytes[at] === ascii.quote ? readText(at + 1) : -1;
    if (end < 0 || bytes[end] !== ascii.colon || keyCount === mostKeys || siblings.length === mostSiblings)
      return undefined;
    // A copy, since the bytes of the row are soon overwritten by others.
    const text = new Uint8Array(bytes.subarray(at, end + 1));
    const name = Buffer.from(text.subarray(1, -2)).toString('utf8');
    // Numbers as keys come first in JavaScript, and this name is special.
    if (name.includes('\\') || /^\d+$/.test(name) || name === '__proto__') return undefined;
    for (let each = before; each; each = each.before) if (Buffer.compare(each.text, text) === 0) return undefined;
    keyCount += 1;
    const words = Int32Array.from({ length: Math.ceil(text.length / 4) }, (_, word) =>
      view.getInt32(at + Math.min(4 * word, text.length - 4), true),
    );
    const key: Key = { text, words, slot: isOfRow ? (slots.get(name) ?? -1) : -1, before, followers: [] };
    siblings.push(key);
    return key;
  }

  function readList(start: number, depth: number): number {
    if (bytes[start] === ascii.closeList) return start + 1;
    let at = start;
    for (;;) {
      at = readValue(at, depth);
      if (at < 0) return -1;
      const after = bytes[at];
      at += 1;
      if (after === ascii.closeList) return at;
      if (after !== ascii.comma) return -1;
    }
  }

  /** Depth is 0 for a value of the row, 1 for an item of a list that is one, and more below. */
  function readValue(at: number, depth: number): number {
    switch (bytes[at]) {
      case ascii.quote: {
        const end = readText(at + 1);
        return depth > 1 || end < 0 || noteText(at + 1, end - 1) ? end : -1;
      }
      case ascii.openList:
        return depth < deepest ? readList(at + 1, depth === 0 ? 1 : depth + 2) : -1;
      case ascii.openObject:
        return depth < deepest ? readObject(at + 1, depth + 2) : -1;
      case literals.null[0]:
        return readLiteral(at, literals.null);
      case literals.true[0]:
        return readLiteral(at, literals.true);
      case literals.false[0]:
        return readLiteral(at, literals.false);
      default:
        return readNumber(at);
    }
  }

  function noteText(start: number, end: number): boolean {
    if (lengths[end - start] !== 1) return true;
    if (textCount === texts.length) return false;
    texts[textCount] = start;
    texts[textCount + 1] = end;
    textCount += 2;
    return true;
  }

  function readLiteral(at: number, literal: Uint8Array): number {
    for (let index = 1; index < literal.length; index += 1) if (bytes[at + index] !== literal[index]) return -1;
    return at + literal.length;
  }

  /** The position after the quote that ends the string. */
  function readText(start: number): number {
    const given = bytes;
    const words = view;
    let at = start;
    for (;;) {
      let others = othersIn(words.getInt32(at, true));
      while (others === 0) {
        at += 4;
        others = othersIn(words.getInt32(at, true));
      }
      at += (31 - Math.clz32(others & -others)) >> 3;
      const byte = given[at] as number;
      at += 1;
      if (byte === ascii.quote) return at;
      if (byte >= 0x80) at = afterCharacter(given, byte, at);
      else if (byte === ascii.backslash && isShortEscape[given[at] as number] === 1) at += 1;
      else return -1;
      if (at < 0) return -1;
    }
  }

  function readNumber(start: number): number {
    let at = bytes[start] === ascii.minus ? start + 1 : start;
    const first = at;
    while (isDigit(bytes[at] as number)) at += 1;
    const isWhole = isEnd(bytes[at] as number) && (bytes[first] !== ascii.zero || at === start + 1);
    if (isWhole && at > first && at - start <= 15) return at;
    while (!isEnd(bytes[at] as number) && at - start < 30) at += 1;
    const text = Buffer.from(bytes.subarray(start, at)).toString('latin1');
    return /^-?\d+\.\d+$/.test(text) && String(Number(text)) === text ? at : -1;
  }

  return {
    from,
    to,
    texts,
    textCount: () => textCount,
    slot(key) {
      const slot = slots.get(key) ?? slots.size;
      slots.set(key, slot);
      return slot;
    },
    expect(given) {
      lengths.fill(0);
      for (const length of given) lengths[length] = 1;
    },
    open(given) {
      bytes = given;
      view = new DataView(given.buffer, given.byteOffset, given.length);
    },
    read(at) {
      textCount = 0;
      for (let slot = 0; slot < slots.size; slot += 1) from[slot] = 0;
      return bytes[at] === ascii.openObject ? readObject(at + 1, 0) : -1;
    },
  };
}

const literals = { null: Buffer.from('null'), true: Buffer.from('true'), false: Buffer.from('false') };

/**
 * Which of four bytes of a string are not simply a part of it: the lowest of the bits given is the highest of the first such byte.
 * Bits above it may be wrong.
 */
function othersIn(word: number): number {
  const least = word - 0x20202020;
  const quote = (word ^ 0x22222222) - 0x01010101;
  const backslash = (word ^ 0x5c5c5c5c) - 0x01010101;
  const most = word + 0x01010101;
  return (word | least | quote | backslash | most) & 0x80808080;
}

const isShortEscape = new Uint8Array(256);
for (const byte of Buffer.from('"\\bfnrt')) isShortEscape[byte] = 1;

function isEnd(byte: number): boolean {
  return byte === ascii.comma || byte === ascii.closeList || byte === ascii.closeObject || isSpace(byte);
}

/** The position after a character of several bytes; -1 if it is not valid UTF-8, or is printed escaped (see `escapeJson`). */
function afterCharacter(bytes: Uint8Array, lead: number, at: number): number {
  const second = bytes[at] as number;
  if ((second & 0xc0) !== 0x80) return -1;
  if (lead < 0xe0)
    return lead < 0xc2 || (lead === 0xc2 && second < 0xa0) || (lead === 0xd8 && second === 0x9c) ? -1 : at + 1;
  const third = bytes[at + 1] as number;
  if ((third & 0xc0) !== 0x80) return -1;
  if (lead < 0xf0) {
    if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return -1;
    if (lead !== 0xe2) return at + 2;
    const isDirection = second === 0x80 && (third === 0x8e || third === 0x8f || (third >= 0xa8 && third <= 0xae));
    return isDirection || (second === 0x81 && third >= 0xa6 && third <= 0xa9) ? -1 : at + 2;
  }
  if (((bytes[at + 2] as number) & 0xc0) !== 0x80 || lead > 0xf4) return -1;
  if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return -1;
  return lead === 0xf3 && second === 0xa0 && (third === 0x80 || third === 0x81) ? -1 : at + 3;
}
