/** A body of known length that can be read again, since every try sends all of it (docs/requirements.md, R54). */
export interface BodySource {
  /** Bytes. */
  readonly length: number;
  /** Reading throws TrackerError `failed` if the source has changed. */
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
   * True for an event stream. Its body may be silent for any length of time, and it is sent with the token stored at that
   * moment, since the one this process used last may be hours old (docs/requirements.md, R56 and R58).
   */
  readonly isStream?: boolean;
  /** True if a 401 is the answer, without waiting for a newer token that another process may be about to store. */
  readonly isBrief?: boolean;
  /** Called when the request has been sent and only the response is missing. */
  readonly onSent?: (() => void) | undefined;
}

/** One response: status and headers have arrived, the body has yet to be read. Header names are lower case. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** True if the body is only the beginning of the original. */
  readonly isCut?: boolean;
  /** True if the body is in memory and longer than 1 MB. */
  readonly isLong?: boolean;
  /** The body's bytes, decoded. Throws TrackerError `network` when it breaks off or stalls. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the rest of the body and its connection. */
  discard(): void;
}

/** How many bytes a body has. */
export function lengthOf(body: NonNullable<HttpRequest['body']>): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

/** Whether a body is read in chunks. */
export function isSource(body: HttpRequest['body']): body is BodySource {
  return typeof body === 'object' && 'open' in body;
}

/** Sends one request and gives the response. Throws TrackerError `network` when there is none. */
export type Send = (request: HttpRequest) => Promise<HttpReply>;
