import { TrackerError } from '../../errors.js';
import type { HttpReply } from '../message.js';
import { NetworkFailure } from '../network-failure.js';

/** The largest response body read into memory, in bytes after decoding (docs/requirements.md, R43). */
const maxResponseBytes = 32 * 1024 * 1024;

/** Reads the whole body. Beyond `limit` bytes it drops the connection and throws TrackerError `failed`. */
export async function readBytes(reply: HttpReply, limit = maxResponseBytes): Promise<Buffer> {
  const announced = Number(reply.headers['content-length']);
  let bytes = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of reply.body) {
    const end = size + chunk.length;
    if (end > limit) {
      reply.discard();
      throw new TrackerError('failed', `the response is larger than ${Math.round(limit / 1024 / 1024)} MB`, {
        status: reply.status,
      });
    }
    // Mostly there is only one piece, or else the room for all of them is known.
    if (size === 0 && chunk instanceof Buffer) bytes = chunk;
    else {
      const room = announced >= end && announced <= limit ? announced : Math.max(end, 2 * size);
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafe(room);
        bytes.copy(larger);
        bytes = larger;
      }
      bytes.set(chunk, size);
    }
    size = end;
  }
  return bytes.subarray(0, size);
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
