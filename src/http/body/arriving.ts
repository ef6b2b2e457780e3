import { TrackerError } from '../../errors.js';
import type { ArrivingBytes, HttpReply } from '../message.js';

/** The largest response body read into memory, in bytes after decoding (docs/requirements.md, R43). */
const maxResponseBytes = 32 * 1024 * 1024;

/** How many zeros are behind the bytes. */
const padding = 64;

/** Reads a body. Beyond `limit` bytes it drops the connection, and fails with TrackerError `failed`. */
export class ArrivingBody implements ArrivingBytes {
  #room = Buffer.alloc(padding);
  #size = 0;
  #failure: { readonly error: unknown } | undefined;
  #isComplete = false;
  #wake: () => void = () => undefined;

  constructor(reply: HttpReply, limit = maxResponseBytes) {
    this.#read(reply, limit).catch((error: unknown) => {
      this.#failure = { error };
      this.#wake();
    });
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  /** A plain array, since parts of it are made three times as fast as those of a Buffer. */
  get padded(): Uint8Array {
    return new Uint8Array(this.#room.buffer, this.#room.byteOffset, this.#size + padding);
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  async until(size: number): Promise<void> {
    while (this.#size < size && !this.#isComplete) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  drop(count: number): void {
    this.#room.copyWithin(0, count, this.#size);
    this.#size -= count;
    this.#room.fill(0, this.#size, this.#size + padding);
  }

  async #read({ body, headers, status, discard }: HttpReply, limit: number): Promise<void> {
    const announced = Number(headers['content-length']);
    let total = 0;
    for await (const chunk of body) {
      total += chunk.length;
      if (total > limit) {
        discard();
        const most = Math.round(limit / 1024 / 1024);
        throw new TrackerError('failed', `the response is larger than ${most} MB`, { status });
      }
      this.#add(chunk, announced <= limit ? announced : 0);
      this.#wake();
    }
    this.#isComplete = true;
    this.#wake();
  }

  #add(chunk: Uint8Array, announced: number): void {
    const end = this.#size + chunk.length;
    if (end + padding > this.#room.length) {
      const larger = Buffer.allocUnsafe((announced >= end ? announced : 2 * end) + padding);
      this.#room.copy(larger, 0, 0, this.#size);
      this.#room = larger;
    }
    this.#room.set(chunk, this.#size);
    this.#room.fill(0, end, end + padding);
    this.#size = end;
  }
}
