import { type HttpReply, type HttpRequest, isSource, type Send } from '../../src/http/message.js';
import { NetworkFailure } from '../../src/http/network-failure.js';
import { answerJson } from './in-process.js';

/** A response instead of the service's; undefined lets the request through. */
export type Meddle = (request: HttpRequest) => HttpReply | undefined;

/** A connection to a service that answers some requests itself. */
export function meddling(send: Send, meddle: Meddle): Send {
  return async (request) => meddle(request) ?? (await send(request));
}

/** Writes get this status; reads are let through. */
export function refusingWrites(send: Send, status: number): Send {
  return meddling(send, ({ method }) =>
    method === 'GET' ? undefined : answerJson(status, { message: `answered ${status}` }),
  );
}

/** The connection breaks after a write was sent, before any response. */
export function droppingWrites(send: Send): Send {
  return meddling(send, ({ method, url }) => {
    if (method === 'GET') return undefined;
    throw new NetworkFailure(`${url.host}: the connection was closed before the response was complete`, false);
  });
}

/** Records the JSON bodies of writes, as `METHOD /path` and value; multipart bodies stay text. */
export function recordingWrites(send: Send): { readonly send: Send; take(): readonly (readonly [string, unknown])[] } {
  const taken: (readonly [string, unknown])[] = [];
  return {
    take: () => taken.splice(0),
    async send(request) {
      if (request.method !== 'GET') taken.push([`${request.method} ${request.url.pathname}`, await bodyOf(request)]);
      return await send(request);
    },
  };
}

async function bodyOf({ body }: HttpRequest): Promise<unknown> {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return JSON.parse(body);
  if (!isSource(body)) return Buffer.from(body).toString('utf8');
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
