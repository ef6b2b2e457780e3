import type { HttpReply, Send } from '../message.js';
import { chunksOf, readBytes, readStart } from './read.js';

/**
 * Reads the body of a GET before passing the response on, so that `withRetry` treats a broken body as a dropped connection.
 * The size of a body is limited (docs/requirements.md, R42, R43 and R46). A request that takes a long body as it arrives waits
 * only for its beginning.
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
    if (isSuccess && request.takesLong) return await readBeginning(reply);
    const bytes = isSuccess ? await readBytes(reply) : await readStart(reply, onCut);
    return inMemory({ ...reply, isCut }, bytes);
  };
}

/** The size from which a body is long (bytes). */
const longBytes = 1024 * 1024;

async function readBeginning(reply: HttpReply): Promise<HttpReply> {
  const arriving = chunksOf(reply);
  const beginning: Uint8Array[] = [];
  let size = 0;
  for (let next = await arriving.next(); !next.done; next = await arriving.next()) {
    beginning.push(next.value);
    size += next.value.length;
    if (size >= longBytes) return { ...reply, isLong: true, body: follow(beginning, arriving) };
  }
  return inMemory(reply, Buffer.concat(beginning));
}

async function* follow(beginning: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* beginning;
  yield* rest;
}

function inMemory(reply: HttpReply, bytes: Uint8Array): HttpReply {
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes;
  };
  return { ...reply, body: body(), discard: () => undefined };
}
