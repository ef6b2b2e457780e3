import type { ArrivingBytes } from '../../http/message.js';
import { afterSpace, ascii, ValueEnds } from './value-ends.js';

/** How much is read from what has arrived (bytes), and how many zeros follow it. */
const stepBytes = 256 * 1024;
const padding = 8;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The part of a body of JSON that is being read, which moves over it. */
export class Window {
  /** The position of the next byte to read. */
  at = 0;
  /** What is in the values read last. */
  readonly found = new ValueEnds();
  /** The part, with zeros behind it, so that what reads JSON byte by byte ends there without looking for the end. */
  #room: Buffer = Buffer.alloc(padding);
  #size = 0;

  constructor(readonly body: ArrivingBytes) {}

  async skipMark(): Promise<void> {
    await this.#slide(0, byteOrderMark.length);
    if (this.#room.subarray(0, byteOrderMark.length).equals(byteOrderMark)) this.at = byteOrderMark.length;
  }

  /** The next byte that is not white space, after the first `skipped` ones; undefined at the end of the body. */
  async next(skipped = 0): Promise<number | undefined> {
    this.at += skipped;
    do {
      this.at = afterSpace(this.#room, this.at);
      if (this.at < this.#size) return this.#room[this.at];
    } while (await this.#slide(this.at));
    return undefined;
  }

  /** All that is left of the body, which stays in the window. */
  async rest(): Promise<Buffer> {
    await this.#slide(0, Number.POSITIVE_INFINITY);
    return this.#room.subarray(this.at, this.#size);
  }

  /** The end of what has arrived and was not read: at least so many bytes, as far as there are. */
  tail(least: number): Buffer {
    const tail = this.body.tail(least);
    return tail.length < least ? Buffer.concat([this.#room.subarray(this.at, this.#size), tail]) : tail;
  }

  /**
   * Reads values with commas between them: as many as have arrived, at least one, and no more than reach this size (bytes; default:
   * one value). Undefined if there is none, or the body ends before its end.
   */
  async values(size = 1): Promise<Buffer | undefined> {
    this.found.forget();
    for (;;) {
      const end = this.#endOfValues(size);
      if (end === this.at) return undefined;
      if (end > 0) {
        const bytes = this.#room.subarray(this.at, end);
        this.at = end;
        return bytes;
      }
      if (!(await this.#slide(this.at))) return undefined;
    }
  }

  /** -1 if the first one is not complete; its beginning if one is missing. */
  #endOfValues(size: number): number {
    let end = -1;
    for (let at = this.at; ; ) {
      const valueEnd = this.found.after(this.#room, at, this.#size);
      if (valueEnd === at) return this.at;
      if (valueEnd < 0) return end;
      end = valueEnd;
      at = afterSpace(this.#room, end);
      if (end - this.at >= size || this.#room[at] !== ascii.comma) return end;
      at = afterSpace(this.#room, at + 1);
    }
  }

  /** Drops what is before a position, and reads more: as much again as is left, so that little is tried twice. False at the end. */
  async #slide(from: number, least = Math.max(this.#size - from, 1)): Promise<boolean> {
    const chunks = await this.body.take(least, stepBytes);
    if (chunks.length === 0) return false;
    const left = this.#size - from;
    const size = chunks.reduce((sum, { length }) => sum + length, left);
    const room = size + padding <= this.#room.length ? this.#room : Buffer.allocUnsafe(size + padding);
    this.#room.copy(room, 0, from, this.#size);
    let at = left;
    for (const chunk of chunks) {
      room.set(chunk, at);
      at += chunk.length;
    }
    room.fill(0, size, size + padding);
    this.#room = room;
    this.#size = size;
    this.at -= from;
    return true;
  }
}
