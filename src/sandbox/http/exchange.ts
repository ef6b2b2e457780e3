import type { Readable } from 'node:stream';
import { JsonText } from '../world.js';

/** A request to the sandbox, over a port or in process. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query, as in a request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client is gone. */
  readonly signal?: AbortSignal;
}

/** The sandbox's reply; the body is a stream of bytes only for the event stream. */
export interface SandboxReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable;
}

/** The whole service as a function. Rejects with `ConnectionCut` to close the connection without a reply. */
export type App = (request: SandboxRequest) => Promise<SandboxReply>;

/** Thrown by the `drop` fault: the connection is closed without a reply. */
export class ConnectionCut extends Error {
  constructor() {
    super('The sandbox was told to cut this connection.');
  }
}

/** A reply with a JSON body, never cached. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): SandboxReply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: body instanceof JsonText ? body.bytes : Buffer.from(JSON.stringify(body)),
  };
}

/** A reply without a body. */
export function emptyReply(status: number, headers: Record<string, string> = {}): SandboxReply {
  return { status, headers, body: new Uint8Array(0) };
}

/** Whether a reply's body is a stream, whose length is unknown. */
export function isStream(body: SandboxReply['body']): body is Readable {
  return !(body instanceof Uint8Array);
}

/** The reply to a HEAD request: that of the GET with its length but without its body. */
export function withoutBody(reply: SandboxReply): SandboxReply {
  if (!isStream(reply.body)) {
    return emptyReply(reply.status, { ...reply.headers, 'content-length': String(reply.body.byteLength) });
  }
  reply.body.destroy();
  return emptyReply(reply.status, reply.headers);
}
