import type { HttpReply, Send } from '../message.js';
import { ArrivingBody } from './arriving.js';
import { readStart, wholeOf } from './read.js';

/** A body is long from here on (bytes). */
const longBytes = 1024 * 1024;

/**
 * Reads the body of a GET before passing the response on, so that `withRetry` treats a broken body as a dropped connection; of
 * a long one that may be taken in pieces, only the beginning. The size of a body is limited (docs/requirements.md, R42, R43
 * and R46).
 */
export function withWholeBody(send: Send): Send {
  return async (request) => {
    const reply = await send(request);
    if (request.method !== 'GET') return reply;
    if (reply.status >= 200 && reply.status < 300) {
      const body = new ArrivingBody(reply, request.maxBytes);
      await body.until(request.takesPieces ? longBytes : Number.POSITIVE_INFINITY);
      return { ...reply, body: takeWhole(body), long: body.arrived >= longBytes ? body : undefined };
    }
    let isCut = false;
    const bytes = await readStart(reply, () => {
      isCut = true;
    });
    return { ...reply, body: takeOnce(bytes), isCut, discard: () => undefined };
  };
}

async function* takeWhole(body: ArrivingBody): HttpReply['body'] {
  yield await wholeOf(body);
}

async function* takeOnce(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
