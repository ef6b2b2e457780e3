import type { Send } from '../message.js';
import { ArrivingBody, maxLongBytes } from './arriving.js';
import { readStart, wholeOf } from './read.js';

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

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
