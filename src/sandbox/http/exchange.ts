/** One request as the sandbox takes it, from a port or in process. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query, as on a request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when whoever asked has gone. */
  readonly signal?: AbortSignal;
}

/** What the sandbox answers; a stream of bytes only for the event stream. */
export interface SandboxReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** The whole service as a function. A connection that is to be cut shows as a rejection with `ConnectionCut`. */
export type App = (request: SandboxRequest) => Promise<SandboxReply>;

/** The drop trouble hit this request: whoever owns the connection closes it without an answer. */
export class ConnectionCut extends Error {
  constructor() {
    super('The sandbox cut this connection, as it was told to.');
  }
}

const noBytes = new Uint8Array(0);

/** A reply that holds `body` as JSON; never cached. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): SandboxReply {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** A reply without a body. */
export function emptyReply(status: number, headers: Record<string, string> = {}): SandboxReply {
  return { status, headers, body: noBytes };
}

/** Whether a reply's body comes bit by bit. */
export function isStream(body: SandboxReply['body']): body is AsyncIterable<Uint8Array> {
  return !(body instanceof Uint8Array);
}

/** The reply to a HEAD request: that of the GET, its length told and its body left out. */
export function withoutBody(reply: SandboxReply): SandboxReply {
  if (!isStream(reply.body)) {
    return emptyReply(reply.status, { ...reply.headers, 'content-length': String(reply.body.byteLength) });
  }
  void reply.body[Symbol.asyncIterator]().return?.();
  return emptyReply(reply.status, reply.headers);
}
