import { type ArrivingBytes, type HttpReply, NetworkFailure, type Send } from '../message.js';
import { ArrivingBody, maxLongBytes } from './arriving.js';

/** Reads the whole body. Beyond `limit` bytes it drops the connection and throws TrackerError `failed`. */
export async function readBytes(reply: HttpReply, limit?: number): Promise<Buffer> {
  return await wholeOf(new ArrivingBody(reply, limit));
}

/** How much of an error response is read to find its message, in bytes and milliseconds (docs/requirements.md, R41 and R49). */
const startBytes = 64 * 1024;
const startMs = 1_000;

/**
 * Reads the beginning of a body that may never end, and drops the rest. Calls `onCut` if there was more to come. A
 * connection that breaks counts as the end of the body.
 */
export async function readStart(reply: HttpReply, onCut?: () => void): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const cut = (): void => {
    onCut?.();
    reply.discard();
  };
  const timer = setTimeout(cut, startMs);
  try {
    for await (const bytes of reply.body) {
      chunks.push(bytes);
      size += bytes.length;
      if (size < startBytes) continue;
      cut();
      break;
    }
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
  } finally {
    clearTimeout(timer);
    reply.discard();
  }
  return Buffer.concat(chunks).subarray(0, startBytes);
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

/**
 * Reads the body of a GET before passing the response on, or hands it to what takes a long one, so that `withRetry` treats a
 * broken body as a dropped connection. The size of a body is limited (docs/requirements.md, R42, R43 and R46).
 */
export function withWholeBody(send: Send): Send {
  return async (request) => {
    const reply = await send(request);
    if (request.method !== 'GET') return reply;
    if (reply.status >= 200 && reply.status < 300) {
      const { takeLong } = request;
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
  };
}

/** All that is left of a body. */
async function wholeOf(body: ArrivingBytes): Promise<Buffer> {
  const chunks = await body.take(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const [only] = chunks;
  if (only === undefined || chunks.length > 1) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.length);
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
