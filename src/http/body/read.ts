import type { ArrivingBytes, HttpReply } from '../message.js';
import { NetworkFailure } from '../network-failure.js';
import { ArrivingBody } from './arriving.js';

/** Reads the whole body. Beyond `limit` bytes it drops the connection and throws TrackerError `failed`. */
export async function readBytes(reply: HttpReply, limit?: number): Promise<Buffer> {
  return await wholeOf(new ArrivingBody(reply, limit));
}

/** All that is left of a body. */
export async function wholeOf(body: ArrivingBytes): Promise<Buffer> {
  const chunks = await body.take(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const [only] = chunks;
  if (only === undefined || chunks.length > 1) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.length);
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
