import type { HttpReply, Send } from '../message.js';
import { readBytes, readStart } from './read.js';

/**
 * Reads the body of a GET before passing the response on, so that `withRetry` treats a broken body as a dropped connection.
 * The size of a body is limited (docs/requirements.md, R42, R43 and R46).
 */
export function withWholeBody(send: Send): Send {
  return async (request) => {
    const reply = await send(request);
    if (request.method !== 'GET') return reply;
    const isSuccess = reply.status >= 200 && reply.status < 300;
    let isCut = false;
    const onCut = (): void => {
      isCut = true;
    };
    const bytes = isSuccess ? await readBytes(reply) : await readStart(reply, onCut);
    return inMemory({ ...reply, isCut }, bytes);
  };
}

function inMemory(reply: HttpReply, bytes: Uint8Array): HttpReply {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes;
  };
  return { ...reply, body: body(), discard: () => undefined };
}
