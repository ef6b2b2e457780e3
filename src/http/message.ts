/** A body whose length is known, and that can be read more than once: every try sends all of it (docs/requirements.md, R54). */
export interface BodySource {
  /** Bytes. */
  readonly length: number;
  /** Throws TrackerError `failed` while it is read when what it reads from has changed. */
  open(): AsyncIterable<Uint8Array>;
}

/** One request on the wire. Header names are lower case. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | BodySource | undefined;
  readonly signal: AbortSignal;
  /**
   * True for an event stream: its body may be silent for as long as it likes, and it goes out with the token as it is
   * stored by then, because the one this process has used may be hours old (docs/requirements.md, R56 and R58).
   */
  readonly isStream?: boolean;
  /** Called when the request has gone out and there is nothing to do but wait for the answer. */
  readonly onSent?: (() => void) | undefined;
}

/** One answer: status and headers have arrived, the body is still to be read. Header names are lower case. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** True where the body is only the beginning of one that did not come to an end. */
  readonly isCut?: boolean;
  /** The body's bytes, decoded. Throws TrackerError `network` when it breaks off or stalls. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the rest of the body and its connection. */
  discard(): void;
}

/** How many bytes a body has. */
export function lengthOf(body: NonNullable<HttpRequest['body']>): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

/** Whether a body is read piece by piece. */
export function isSource(body: HttpRequest['body']): body is BodySource {
  return typeof body === 'object' && 'open' in body;
}

/** Sends one request and gives its answer. Throws TrackerError `network` when there is none. */
export type Send = (request: HttpRequest) => Promise<HttpReply>;
