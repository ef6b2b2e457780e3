import { TrackerError } from '../errors.js';
import type { HttpReply } from './message.js';

/** The largest answer that is read into memory, in bytes (docs/requirements.md, R43). */
export const maxAnswerBytes = 128 * 1024 * 1024;

/** Reads the whole body. Throws TrackerError `failed` beyond `limit` bytes, and drops the connection. */
export async function readBytes(reply: HttpReply, limit = maxAnswerBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of reply.body) {
    size += bytes.length;
    if (size > limit) {
      reply.discard();
      throw new TrackerError('failed', `the answer is larger than ${Math.round(limit / 1024 / 1024)} MB`, {
        status: reply.status,
      });
    }
    chunks.push(bytes);
  }
  return chunks.length === 1 && chunks[0] instanceof Buffer ? chunks[0] : Buffer.concat(chunks);
}
