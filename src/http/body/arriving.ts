import { TrackerError } from '../../contract/errors.js';
import type { ArrivingBytes, HttpReply } from '../message.js';

/** The largest body that is read whole, and the largest that is taken as it arrives, in bytes after decoding (docs/requirements.md, R43). */
export const maxWholeBytes: number = 32 * 1024 * 1024;
export const maxLongBytes: number = 4 * maxWholeBytes;

/** A response is larger than its limit. */
export class TooLarge extends TrackerError {}

/** A size as errors give it. */
export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Reads a body. Beyond `limit` bytes it drops the connection, and fails with `TooLarge`. */
export class ArrivingBody implements ArrivingBytes {
  /** What has arrived and was not taken. */
  readonly #chunks: Uint8Array[] = [];
  #arrived = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(reply: HttpReply, limit = maxWholeBytes) {
    this.#read(reply, limit).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  get arrived(): number {
    return this.#arrived;
  }

  async until(size: number): Promise<void> {
    while (this.#arrived < size && !this.#end) await this.#more();
    if (this.#arrived < size) this.#throwIfBroken();
  }

  async take(least: number, most: number): Promise<readonly Uint8Array[]> {
    const taken: Uint8Array[] = [];
    for (let size = 0; ; ) {
      const chunk = size < Math.max(least, most) ? this.#chunks.shift() : undefined;
      if (chunk !== undefined) {
        taken.push(chunk);
        size += chunk.length;
      } else if (size >= least || (this.#end && !('error' in this.#end))) return taken;
      else {
        this.#throwIfBroken();
        await this.#more();
      }
    }
  }

  tail(least: number): Buffer {
    let [from, size] = [this.#chunks.length, 0];
    for (; from > 0 && size < least; from -= 1) size += this.#chunks[from - 1]?.length ?? 0;
    return Buffer.concat(this.#chunks.slice(from));
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
}
