/** Numbers texts given as bytes, in the order they were added, so that the same text is recognised without being decoded. */
export class ByteTable {
  /** All texts, one after another, and where each begins; the last number is where the next one will. */
  #bytes = new Uint8Array(1024);
  #starts: number[] = [0];
  /** Numbers of texts, counted from 1, at the place of their hash or the next free one. At most half full. */
  #places = new Int32Array(64);

  get size(): number {
    return this.#starts.length - 1;
  }

  /** The number of the text between these positions; -1 if it was not added. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const places = this.#places;
    const last = places.length - 1;
    for (let at = hash(bytes, from, to) & last; ; at = (at + 1) & last) {
      const number = (places[at] as number) - 1;
      if (number < 0 || this.#is(number, bytes, from, to)) return number;
    }
  }

  /** Adds a text that was not found, and gives its number. The bytes are copied. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const start = this.#starts.at(-1) as number;
    const end = start + to - from;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(from, to), start);
    this.#starts.push(end);
    if (this.size * 2 > this.#places.length) {
      this.#places = new Int32Array(this.#places.length * 2);
      for (let number = 0; number < this.size - 1; number += 1) this.#place(number);
    }
    this.#place(this.size - 1);
    return this.size - 1;
  }

  #place(number: number): void {
    const last = this.#places.length - 1;
    let at = hash(this.#bytes, this.#starts[number] as number, this.#starts[number + 1] as number) & last;
    while (this.#places[at] !== 0) at = (at + 1) & last;
    this.#places[at] = number + 1;
  }

  #is(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[number] as number;
    if ((this.#starts[number + 1] as number) - start !== to - from) return false;
    const own = this.#bytes;
    for (let at = from; at < to; at += 1) if (own[start + at - from] !== bytes[at]) return false;
    return true;
  }
}

/** Differs from process to process, so that no server can choose texts that all have the same hash. */
const seed = Math.trunc(Math.random() * 2 ** 32);

/** FNV-1a. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let mixed = seed;
  for (let at = from; at < to; at += 1) mixed = Math.imul(mixed ^ (bytes[at] as number), 0x01000193);
  return mixed ^ (mixed >>> 15);
}
