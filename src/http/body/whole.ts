import type { Send } from '../message.js';
import { readBytes, readStart } from './read.js';

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
    const bytes = isSuccess ? await readBytes(reply) : await readStart(reply, onCut);
    return {
      ...reply,
      body: takeOnce(bytes),
      isCut,
      isLong: isSuccess && bytes.length >= longBytes,
      discard: () => undefined,
    };
  };
}

async function* takeOnce(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
