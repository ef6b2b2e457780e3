import { ByteBuilder } from '../../contract/bytes/byte-builder.js';
import { ascii } from '../../contract/bytes/characters.js';

const tab = 0x09;
const newline = 0x0a;

/** Where a value of a row begins and ends. */
export interface Place {
  from: number;
  to: number;
}

/** Lines for the index. As long as they are those the index begins with, they are only compared. */
export class LineList {
  readonly #known: Buffer;
  /** Where the next line of the index begins; undefined once a line was different. */
  #place: number | undefined = 0;
  readonly #lines = new ByteBuilder();
  #count = 0;

  constructor(known: Buffer) {
    this.#known = known;
  }

  get count(): number {
    return this.#count;
  }

  /** All lines; undefined if the index begins with them. */
  get changed(): Buffer | undefined {
    return this.#place === undefined ? this.#lines.bytes : undefined;
  }

  /** Adds a line with its newline. */
  add(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#place !== undefined) {
      const end = this.#place + bytes.length;
      if (this.#known.subarray(this.#place, end).equals(bytes)) this.#place = end;
      else this.#diverge();
    }
    if (this.#place === undefined) this.#lines.add(bytes);
    this.#count += 1;
  }

  /** Adds a line with these JSON strings of a plain row; false if it must be decoded for that. */
  addCells(bytes: Uint8Array, ref: Place, uuid: Place, title: Place): boolean {
    let place = this.#place;
    if (place !== undefined) {
      place = this.#after(bytes, ref, place, tab);
      place = place && this.#after(bytes, uuid, place, tab);
      place = place && this.#after(bytes, title, place, newline);
    }
    if (place !== undefined) this.#place = place;
    else {
      if (!isSimple(bytes, ref) || !isSimple(bytes, uuid) || !isSimple(bytes, title)) return false;
      if (this.#place !== undefined) this.#diverge();
      this.#addCell(bytes, ref, tab);
      this.#addCell(bytes, uuid, tab);
      this.#addCell(bytes, title, newline);
    }
    this.#count += 1;
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

  #diverge(): void {
    this.#lines.copy(this.#known, 0, this.#place ?? 0);
    this.#place = undefined;
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
