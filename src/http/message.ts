/** One request on the wire. Header names are lower case. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  readonly signal: AbortSignal;
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

/** Sends one request and gives its answer. Throws TrackerError `network` when there is none. */
export type Send = (request: HttpRequest) => Promise<HttpReply>;
