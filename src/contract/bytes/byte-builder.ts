/** Longer pieces are copied with `set`, which needs a view that costs more than a short loop (bytes). */
const shortBytes = 40;

/** Bytes that grow at the end. */
export class ByteBuilder {
  #bytes: Buffer;
  #length = 0;

  constructor(size = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.#length;
  }

  /** What was added; valid until the next addition. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  endsWith(byte: number): boolean {
    return this.#length > 0 && this.#bytes[this.#length - 1] === byte;
  }

  /** Drops what was added after this length. */
  cut(length: number): void {
    this.#length = length;
  }

  byte(value: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  text(text: string): void {
    this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  add(bytes: Uint8Array): void {
    if (bytes.length <= shortBytes) {
      this.copy(bytes, 0, bytes.length);
      return;
    }
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Adds the bytes between these positions. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    const to = this.#bytes;
    const shift = this.#length - start;
    this.#length += end - start;
    if (end - start > shortBytes) to.set(from.subarray(start, end), start + shift);
    else for (let at = start; at < end; at += 1) to[at + shift] = from[at] as number;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
