import { TrackerError } from '../../errors.js';
import type { ArrivingBytes, HttpReply } from '../message.js';

/** The largest body that is read whole, and the largest list taken in pieces, in bytes after decoding (docs/requirements.md, R43). */
export const maxWholeBytes: number = 32 * 1024 * 1024;
export const maxListBytes: number = 4 * maxWholeBytes;

/** A response is larger than its limit. */
export class TooLarge extends TrackerError {}

/** How many zeros are behind the window. */
const padding = 64;

/** How much the window holds if more has arrived (bytes). */
const stepBytes = 256 * 1024;

/** A size as errors give it. */
export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Reads a body. Beyond `limit` bytes it drops the connection, and fails with `TooLarge`. */
export class ArrivingBody implements ArrivingBytes {
  /** What has arrived and is not yet in the window. */
  readonly #chunks: Uint8Array[] = [];
  #arrived = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;
  #room: Uint8Array = Buffer.alloc(0);
  /** The size of the window, which is at the beginning of the room. */
  #size = 0;

  constructor(reply: HttpReply, limit = maxWholeBytes) {
    this.#read(reply, limit).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  get arrived(): number {
    return this.#arrived;
  }

  get isWaiting(): boolean {
    return this.#chunks.length === 0;
  }

  get isComplete(): boolean {
    return this.#chunks.length === 0 && this.#end !== undefined && !('error' in this.#end);
  }

  get window(): Buffer {
    return Buffer.from(this.#room.buffer, this.#room.byteOffset, this.#size);
  }

  get padded(): Uint8Array {
    this.#makeRoom(padding);
    this.#room.fill(0, this.#size, this.#size + padding);
    return new Uint8Array(this.#room.buffer, this.#room.byteOffset, this.#size + padding);
  }

  async until(size: number): Promise<void> {
    while (this.#arrived < size && !this.#end) await this.#more();
    if (this.#arrived < size) this.#throwIfBroken();
  }

  async widen(size: number): Promise<void> {
    while (this.#size < size && !this.isComplete) {
      if (this.#chunks.length > 0) this.#take(size);
      else {
        this.#throwIfBroken();
        await this.#more();
      }
    }
  }

  drop(count: number): void {
    this.#room.copyWithin(0, count, this.#size);
    this.#size -= count;
  }

  tail(least: number): Buffer {
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let at = this.#chunks.length - 1; at >= 0 && size < least; at -= 1) {
      const chunk = this.#chunks[at] as Uint8Array;
      parts.unshift(chunk);
      size += chunk.length;
    }
    return Buffer.concat(size < least ? [this.window, ...parts] : parts);
  }

  async #read({ body, status, discard }: HttpReply, limit: number): Promise<void> {
    for await (const chunk of body) {
      this.#arrived += chunk.length;
      if (this.#arrived > limit) {
        discard();
        throw new TooLarge('failed', `the response is larger than ${megabytes(limit)} MB`, { status });
      }
      this.#chunks.push(chunk);
      this.#wake();
    }
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end = end;
    this.#wake();
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #throwIfBroken(): void {
    if (this.#end && 'error' in this.#end) throw this.#end.error;
  }

  /** Takes chunks that have arrived into the window until it has this size, and a few more. */
  #take(size: number): void {
    let count = 0;
    let end = this.#size;
    for (; end < Math.max(size, stepBytes) && count < this.#chunks.length; count += 1)
      end += (this.#chunks[count] as Uint8Array).length;
    const taken = this.#chunks.splice(0, count);
    // Mostly there is only one, which need not be copied.
    if (this.#room.length === 0 && taken[0]?.length === end) this.#room = taken[0];
    else this.#makeRoom(end - this.#size);
    for (const chunk of taken) {
      if (chunk !== this.#room) this.#room.set(chunk, this.#size);
      this.#size += chunk.length;
    }
  }

  #makeRoom(more: number): void {
    const needed = this.#size + more;
    if (needed <= this.#room.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed + padding, 2 * this.#size));
    larger.set(this.#room.subarray(0, this.#size));
    this.#room = larger;
  }
}
