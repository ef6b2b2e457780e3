import type { Send } from '../message.js';
import { readChunks, readStart } from './read.js';

/** A body is long from here on (bytes). */
const longBytes = 1024 * 1024;

/**
 * Reads the body of a GET before passing the response on, so that `withRetry` treats a broken body as a dropped connection.
 * The size of a body is limited (docs/requirements.md, R42, R43 and R46).
 */
export function withWholeBody(send: Send): Send {
  return async (request) => {
    const reply = await send(request);
    if (request.method !== 'GET') return reply;
    let isCut = false;
    const onCut = (): void => {
      isCut = true;
    };
    const isSuccess = reply.status >= 200 && reply.status < 300;
    const chunks = isSuccess ? await readChunks(reply) : [await readStart(reply, onCut)];
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    return {
      ...reply,
      body: takeFrom(chunks),
      isCut,
      isLong: isSuccess && size >= longBytes,
      discard: () => undefined,
    };
  };
}

const nothing = new Uint8Array(0);

/** Forgets each piece as it is read. */
async function* takeFrom(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const [index, chunk] of chunks.entries()) {
    chunks[index] = nothing;
    yield chunk;
  }
}
