import { ByteBuilder } from '../../contract/bytes/byte-builder.js';
import { ascii } from '../../contract/bytes/characters.js';

const tab = 0x09;
const newline = 0x0a;

/** Where a value of a row begins and ends. */
export interface Place {
  from: number;
  to: number;
}

/** How far to look for a line that is not where it is expected (bytes). */
const nearBytes = 64 * 1024;

/** With more new lines than this, the index is in another order, or much shorter than the list. */
const fewLines = 200;

/** The most places at which the next line is expected. */
const mostPlaces = 8;

/** Lines for the index. They are compared with those it has, which are mostly the same in the same order. */
export class LineList {
  readonly #known: Buffer;
  /** Where the next line is expected: behind the line found last, and behind those found before others were passed over. */
  readonly #places = [0];
  /** All lines but those that the index has from here to the first of the places. */
  readonly #all = new ByteBuilder();
  #from = 0;
  readonly #new = new ByteBuilder();
  /** The line being added. */
  readonly #line = new ByteBuilder(1024);
  #newCount = 0;
  #count = 0;

  constructor(known: Buffer) {
    this.#known = known;
  }

  get count(): number {
    return this.#count;
  }

  /** The lines that the index does not have, or all in their order if these are many; undefined if it has all. */
  get changed(): Buffer | undefined {
    if (this.#newCount === 0) return undefined;
    if (this.#newCount <= fewLines) return this.#new.bytes;
    this.#catchUp();
    return this.#all.bytes;
  }

  /** Adds a line with its newline. */
  add(line: string): void {
    this.#addLine(Buffer.from(line));
  }

  /** Adds a line with these JSON strings of a plain row; false if it must be decoded for that. */
  addCells(bytes: Uint8Array, ref: Place, uuid: Place, title: Place): boolean {
    let place = this.#after(bytes, ref, this.#main, tab);
    place = place && this.#after(bytes, uuid, place, tab);
    place = place && this.#after(bytes, title, place, newline);
    if (place !== undefined) {
      this.#places[0] = place;
      this.#count += 1;
      return true;
    }
    if (!isSimple(bytes, ref) || !isSimple(bytes, uuid) || !isSimple(bytes, title)) return false;
    const line = this.#line;
    line.cut(0);
    for (const { from, to } of [ref, uuid, title]) {
      line.copy(bytes, from + 1, to - 1);
      line.byte(from === title.from ? newline : tab);
    }
    this.#addLine(line.bytes);
    return true;
  }

  #addLine(line: Buffer): void {
    this.#count += 1;
    this.#catchUp();
    const isKnown = this.#find(line);
    this.#from = this.#main;
    this.#all.add(line);
    if (isKnown) return;
    this.#newCount += 1;
    if (this.#newCount <= fewLines) this.#new.add(line);
  }

  get #main(): number {
    return this.#places[0] as number;
  }

  #catchUp(): void {
    this.#all.copy(this.#known, this.#from, this.#main);
    this.#from = this.#main;
  }

  /** Whether the index has this line, at an expected place or near the first one. */
  #find(line: Buffer): boolean {
    const known = this.#known;
    const expected = this.#places.findIndex((place) => known.subarray(place, place + line.length).equals(line));
    if (expected >= 0) {
      this.#places[expected] = (this.#places[expected] as number) + line.length;
      return true;
    }
    if (this.#newCount > fewLines) return false;
    const near = known.subarray(this.#main, this.#main + nearBytes);
    let at = near.indexOf(line);
    while (at > 0 && near[at - 1] !== newline) at = near.indexOf(line, at + 1);
    if (at < 0) return false;
    this.#places.unshift(this.#main + at + line.length);
    this.#places.splice(mostPlaces);
    return true;
  }

  /** The place in the index after a cell; undefined if it is another one, or the value must be decoded. */
  #after(bytes: Uint8Array, { from, to }: Place, start: number, end: number): number | undefined {
    const known = this.#known;
    let place = start;
    for (let at = from + 1; at < to - 1; at += 1) {
      const byte = bytes[at];
      if (byte !== known[place] || byte === ascii.backslash) return undefined;
      place += 1;
    }
    return bytes[from] === ascii.quote && place > start && known[place] === end ? place + 1 : undefined;
  }
}

/** Whether a value is a string, not empty, that the index stores as it is in a plain row. */
function isSimple(bytes: Uint8Array, { from, to }: Place): boolean {
  if (bytes[from] !== ascii.quote || to - from < 3 || to - from > 202) return false;
  for (let at = from + 1; at < to - 1; at += 1) {
    const byte = bytes[at] as number;
    // Some characters that the index replaces begin with these; plain rows do not contain the others.
    if (byte === ascii.backslash || byte === 0xef || (byte === 0xe2 && bytes[at + 1] === 0x81)) return false;
  }
  return true;
}
