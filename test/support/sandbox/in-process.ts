import { type HttpReply, type HttpRequest, isSource, NetworkFailure, type Send } from '../../../src/http/message.js';
import type { App, SandboxReply } from '../../../src/sandbox/http/exchange.js';

/** Sends requests for `origin` straight to an app; every other host does not exist. */
export function sendTo(app: App, origin: string): Send {
  return async (request) => {
    if (request.url.origin !== origin) throw noSuchHost(request.url);
    const reply = await app({
      method: request.method,
      target: `${request.url.pathname}${request.url.search}`,
      headers: { host: request.url.host, ...request.headers },
      body: request.body === undefined ? null : bodyOf(request.body),
      signal: request.signal,
    });
    return asHttp(reply);
  };
}

/** The transport's error for a host without a DNS entry. */
function noSuchHost(url: URL): NetworkFailure {
  const brief = `${url.host}: no such host`;
  return new NetworkFailure(`cannot reach ${brief}`, true, { isLasting: true, reason: 'no_such_host', brief });
}

/** A response made up by a test. */
export function answer(status: number, body: string, headers: HttpReply['headers'] = {}): HttpReply {
  return { status, headers, body: once(Buffer.from(body)), discard: () => undefined };
}

/** The same with a JSON body. */
export function answerJson(status: number, body: unknown): HttpReply {
  return answer(status, JSON.stringify(body), { 'content-type': 'application/json' });
}

/** `GET /api/v1/tasks?scope=mine` of a request. */
export function requestLine({ method, url }: HttpRequest): string {
  return `${method} ${url.pathname}${url.search}`;
}

function asHttp({ status, headers, body }: SandboxReply): HttpReply {
  return { status, headers, body: body instanceof Uint8Array ? once(body) : body, discard: () => undefined };
}

async function* bodyOf(body: NonNullable<HttpRequest['body']>): AsyncIterable<Uint8Array> {
  if (isSource(body)) yield* body.open();
  else yield typeof body === 'string' ? Buffer.from(body) : body;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
