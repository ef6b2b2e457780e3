import { TrackerError } from '../../contract/errors.js';
import { type ArrivingBytes, type HttpReply, type HttpRequest, NetworkFailure } from '../message.js';

/** Reads the whole body. Beyond 32 MB, it drops the connection and throws TooLarge. */
export async function readBytes(reply: HttpReply): Promise<Buffer> {
  return await wholeOf(new ArrivingBody(reply));
}

/**
 * How much of an error response is read to find its message (bytes), how long it may be silent, and take in total (milliseconds;
 * docs/requirements.md, R41 and R49).
 */
const start = { bytes: 64 * 1024, silentMs: 1_000, totalMs: 1_000 };

/**
 * Reads the beginning of a body that may never end, and drops the rest. Calls `onCut` if there was more to come. A
 * connection that breaks counts as the end of the body.
 */
export async function readStart(reply: HttpReply, onCut?: () => void): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const bytes of startOf(reply, start, onCut)) chunks.push(bytes);
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
  } finally {
    reply.discard();
  }
  return Buffer.concat(chunks);
}

/** Passes on the beginning of a body in the same way; the time that its reader takes does not count. */
export async function* startOf(reply: HttpReply, limits: typeof start, onCut?: () => void): AsyncGenerator<Uint8Array> {
  const chunks = reply.body[Symbol.asyncIterator]();
  const cut = (): void => {
    onCut?.();
    reply.discard();
  };
  let { bytes: left, totalMs: patience } = limits;
  try {
    for (;;) {
      const since = performance.now();
      const timer = setTimeout(cut, Math.min(limits.silentMs, patience));
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      patience -= performance.now() - since;
      if (done) return;
      const isLast = value.length > left || patience <= 0;
      if (isLast) cut();
      yield value.subarray(0, left);
      if (isLast) return;
      left -= value.length;
    }
  } finally {
    // Otherwise the timeout of the body would go on waiting for the next chunk.
    await chunks.return?.();
  }
}

/** The most braces, brackets, colons and commas a response may have to be parsed, and each value of one that is taken in pieces. */
const most = 2_500_000;
export const mostInPiece = 1_000_000;

/** Up to this size, a response is parsed without counting (bytes). */
export const lightBytes: number = 1024 * 1024;

const isCounted = new Uint8Array(256);
for (const byte of Buffer.from('{[:,')) isCounted[byte] = 1;

/**
 * Whether JSON holds so many values that parsing it would take many times the memory of the text: a million empty objects
 * are 3 MB of text. Commas inside strings count too (docs/requirements.md, R43).
 */
export function isTooHeavy(bytes: Uint8Array, limit: number = most): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) count += isCounted[bytes[at] as number] as number;
  return count > limit;
}

/** A body is long from here on (bytes). */
const longBytes = 1024 * 1024;

/** Passes a body on as it comes, and calls `onEnd` with all of it, or with nothing if it broke off or is long. */
export async function* heard(
  body: AsyncIterable<Uint8Array>,
  onEnd: (whole?: Buffer) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let [size, whole]: [number, Buffer | undefined] = [0, undefined];
  try {
    for await (const bytes of body) {
      size += bytes.length;
      if (size <= longBytes) chunks.push(bytes);
      yield bytes;
    }
    if (size <= longBytes) whole = Buffer.concat(chunks);
  } finally {
    await onEnd(whole);
  }
}

/**
 * The response with its body read if it answers a GET, or handed to what takes a long one, so that a broken body counts as a dropped
 * connection. The size of a body is limited (docs/requirements.md, R42, R43 and R46).
 */
export async function readWhole({ method, takeLong }: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  if (method !== 'GET') return reply;
  if (reply.status >= 200 && reply.status < 300) {
    const body = new ArrivingBody(reply, takeLong && maxLongBytes);
    if (takeLong) await body.until(longBytes);
    if (!takeLong || body.arrived < longBytes) return { ...reply, body: once(await wholeOf(body)) };
    await takeLong(body, reply);
    return { ...reply, body: once(Buffer.alloc(0)) };
  }
  let isCut = false;
  const bytes = await readStart(reply, () => {
    isCut = true;
  });
  return { ...reply, body: once(bytes), isCut, discard: () => undefined };
}

/**
 * The largest body that is read whole, and the largest that is taken as it arrives, in bytes after decoding (docs/requirements.md,
 * R43).
 */
export const maxWholeBytes: number = 32 * 1024 * 1024;
export const maxLongBytes: number = 4 * maxWholeBytes;

/** A response is larger than its limit. */
export class TooLarge extends TrackerError {}

/** A size as errors give it. */
export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Reads a body. Beyond `limit` bytes it drops the connection, and fails with `TooLarge`. */
class ArrivingBody implements ArrivingBytes {
  /** What has arrived and was not taken. */
  readonly #chunks: Uint8Array[] = [];
  arrived = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(reply: HttpReply, limit = maxWholeBytes) {
    this.#read(reply, limit).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  async until(size: number): Promise<void> {
    while (this.arrived < size && !this.#end) await this.#more();
    if (this.arrived < size) this.#throwIfBroken();
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
      this.arrived += chunk.length;
      if (this.arrived > limit) {
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

/** All that is left of a body. */
async function wholeOf(body: ArrivingBytes): Promise<Buffer> {
  const chunks = await body.take(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const [only] = chunks;
  if (only === undefined || chunks.length > 1) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.length);
}

/** Bytes as a body. */
export async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
