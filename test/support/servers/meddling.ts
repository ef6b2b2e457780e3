import { readBytes } from '../../../src/http/body/read.js';
import { type HttpReply, type HttpRequest, NetworkFailure, type Send } from '../../../src/http/message.js';
import { answer, answerJson } from '../sandbox/in-process.js';
import type { Meddle as Change } from './meddled-service.js';

/** A response instead of the service's; undefined lets the request through. */
export type Meddle = (request: HttpRequest) => HttpReply | undefined;

/** A connection to a service that answers some requests itself. */
export function meddling(send: Send, meddle: Meddle): Send {
  return async (request) => meddle(request) ?? (await send(request));
}

/** A connection on which the JSON of every response is changed. */
export function changingJson(send: Send, change: Change): Send {
  return async (request) => {
    const reply = await send(request);
    const route = `${request.method} ${request.url.pathname.replace('/api/v1', '')}`;
    const body = change(JSON.parse((await readBytes(reply)).toString()), route, reply.status);
    return answer(reply.status, JSON.stringify(body), { 'content-type': 'application/json' });
  };
}

/** A connection that reads each of these paths once, and answers as it was answered then. */
export function readingOnce(send: Send, path = /^/): Send {
  const kept = new Map<string, readonly [status: number, text: string]>();
  return async (request) => {
    const { href, pathname } = request.url;
    if (request.method !== 'GET' || !path.test(pathname)) return await send(request);
    let [status, text = ''] = kept.get(href) ?? [];
    if (status === undefined) {
      const reply = await send(request);
      [status, text] = [reply.status, (await readBytes(reply)).toString()];
      kept.set(href, [status, text]);
    }
    return answer(status, text, { 'content-type': 'application/json' });
  };
}

/** A connection on which each task or ticket that is read by itself has other fields; undefined ones are left out. */
export function changingDetails(send: Send, fieldsOf: () => Readonly<Record<string, unknown>>): Send {
  return changingJson(send, (body, route, status) => {
    if (status !== 200 || !/^GET \/(tasks|tickets)\/[\da-f-]{36}$/.test(route)) return body;
    const detail = body as Record<string, object>;
    const entity = detail.task ? 'task' : 'ticket';
    return { ...detail, [entity]: { ...detail[entity], ...fieldsOf() } };
  });
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
