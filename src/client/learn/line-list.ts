import { ByteBuilder } from '../../contract/bytes/byte-builder.js';
import { ascii } from '../../contract/bytes/characters.js';

const tab = 0x09;
const newline = 0x0a;

/** Where a value of a row begins and ends. */
export interface Place {
  from: number;
  to: number;
}

/** With more differences than this, the index has another order or other lines, and is no longer compared. */
const mostDifferences = 20;

/** Lines for the index. They are compared with those it has, so that what is the same can be copied whole. */
export class LineList {
  readonly #known: Buffer;
  /** The lines so far, without those that the index has between these two places; the next line is expected at the second. */
  readonly #lines = new ByteBuilder();
  #from = 0;
  #place = 0;
  #differences = 0;
  #count = 0;

  constructor(known: Buffer) {
    this.#known = known;
  }

  get count(): number {
    return this.#count;
  }

  /** All lines; undefined if the index begins with them. */
  get changed(): Buffer | undefined {
    if (this.#differences === 0) return undefined;
    this.#moveTo(this.#place);
    return this.#lines.bytes;
  }

  /** Adds a line with its newline. */
  add(line: string): void {
    const bytes = Buffer.from(line);
    const isAt = (place: number): boolean => this.#known.subarray(place, place + bytes.length).equals(bytes);
    const place = this.#find((at) => (isAt(at) ? at + bytes.length : undefined));
    if (place !== undefined) this.#place = place;
    else {
      this.#differ();
      this.#lines.add(bytes);
    }
    this.#count += 1;
  }

  /** Adds a line with these JSON strings of a plain row; false if it must be decoded for that. */
  addCells(bytes: Uint8Array, ref: Place, uuid: Place, title: Place): boolean {
    const place =
      this.#afterCells(bytes, ref, uuid, title, this.#place) ??
      this.#find((at) => this.#afterCells(bytes, ref, uuid, title, at));
    if (place !== undefined) this.#place = place;
    else {
      if (!isSimple(bytes, ref) || !isSimple(bytes, uuid) || !isSimple(bytes, title)) return false;
      this.#differ();
      this.#addCell(bytes, ref, tab);
      this.#addCell(bytes, uuid, tab);
      this.#addCell(bytes, title, newline);
    }
    this.#count += 1;
    return true;
  }

  /** The place after a line that is the next one of the index, or the one after that; undefined if it is neither. */
  #find(after: (place: number) => number | undefined): number | undefined {
    if (this.#place === this.#known.length) return undefined;
    const here = after(this.#place);
    if (here !== undefined) return here;
    const second = this.#differences < mostDifferences ? this.#known.indexOf(newline, this.#place) + 1 : 0;
    const there = second > 0 ? after(second) : undefined;
    if (there !== undefined) this.#differ(second);
    return there;
  }

  /** Notes that the next line of the index is not the next of the list. */
  #differ(next = this.#place): void {
    this.#differences += 1;
    this.#moveTo(this.#differences > mostDifferences ? this.#known.length : next);
  }

  /** Collects the lines up to here, and expects the next one at another place. */
  #moveTo(place: number): void {
    this.#lines.copy(this.#known, this.#from, this.#place);
    this.#from = place;
    this.#place = place;
  }

  #afterCells(bytes: Uint8Array, ref: Place, uuid: Place, title: Place, start: number): number | undefined {
    let place = this.#after(bytes, ref, start, tab);
    place = place && this.#after(bytes, uuid, place, tab);
    return place && this.#after(bytes, title, place, newline);
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

  #addCell(bytes: Uint8Array, { from, to }: Place, end: number): void {
    this.#lines.copy(bytes, from + 1, to - 1);
    this.#lines.byte(end);
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
