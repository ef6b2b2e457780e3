import { TrackerError } from '../../errors.js';
import type { HttpReply } from '../message.js';
import { NetworkFailure } from '../network-failure.js';

/** The largest response body read into memory, in bytes after decoding (docs/requirements.md, R43). */
const maxResponseBytes = 32 * 1024 * 1024;

/** Reads the whole body. Beyond `limit` bytes it drops the connection and throws TrackerError `failed`. */
export async function readBytes(reply: HttpReply, limit = maxResponseBytes): Promise<Buffer> {
  const chunks = await readChunks(reply, limit);
  return chunks.length === 1 && chunks[0] instanceof Buffer ? chunks[0] : Buffer.concat(chunks);
}

/** The same in the pieces in which it came. */
export async function readChunks(reply: HttpReply, limit = maxResponseBytes): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of reply.body) {
    size += bytes.length;
    if (size > limit) {
      reply.discard();
      throw new TrackerError('failed', `the response is larger than ${Math.round(limit / 1024 / 1024)} MB`, {
        status: reply.status,
      });
    }
    chunks.push(bytes);
  }
  return chunks;
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
