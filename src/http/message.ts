import { type ErrorDetails, type Sentence, TrackerError } from '../contract/errors.js';

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
  /** The JSON that is one part of the body. */
  readonly json?: string;
  readonly signal: AbortSignal;
  /**
   * True for an event stream. Its body may be silent for any length of time, and it is sent with the token stored at that
   * moment, since the one this process used last may be hours old (docs/requirements.md, R56 and R58).
   */
  readonly isStream?: boolean;
  /**
   * Called, before the body of the response is read, if the server asks to wait (milliseconds): whoever sends it waits as long
   * and tries again then, so that only waits without `Retry-After` are ours.
   */
  readonly onAskedToWait?: ((milliseconds: number) => void) | undefined;
  /**
   * Takes the body of a successful GET as it arrives if it is longer than 1 MB, which may then be larger than usual. If it throws
   * NetworkFailure, the request is repeated like any other, unless the failure is lasting.
   */
  readonly takeLong?: ((body: ArrivingBytes, reply: HttpReply) => Promise<void>) | undefined;
  /** Called when the request has been sent and only the response is missing. */
  readonly onSent?: (() => void) | undefined;
  /** Whether the response may have a new token; if the request can have arrived, it is waited for a moment after an abort. */
  readonly mayRotate?: boolean | undefined;
  /** Called when the server has refused it, before it is sent again with another token or later. */
  readonly onRefused?: (() => void) | undefined;
}

/** A body that is read as fast as the server sends it. */
export interface ArrivingBytes {
  /** How much has arrived (bytes). */
  readonly arrived: number;
  /** Waits until this much has arrived, or all. Throws what broke the body. */
  until(size: number): Promise<void>;
  /**
   * Takes what has arrived, up to `most` bytes and at least `least`, for which it waits; less at the end of the body. Throws what
   * broke it.
   */
  take(least: number, most: number): Promise<readonly Uint8Array[]>;
  /** The end of what has arrived and was not taken: at least so many bytes, as far as there are. */
  tail(least: number): Buffer;
}

/** One response: status and headers have arrived, the body has yet to be read. Header names are lower case. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** True if the body is only the beginning of the original. */
  readonly isCut?: boolean;
  /** How long the server asks to wait, where that is left to whoever sent the request (milliseconds). */
  readonly askedMs?: number;
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

interface FailureDetails extends ErrorDetails {
  /** True if a retry would not help, as with an untrusted certificate; it is then reported at once. */
  readonly isLasting?: boolean;
}

/** No response, or an incomplete one. `unsent` means the request never reached the server, so any method may be repeated. */
export class NetworkFailure extends TrackerError {
  readonly isLasting: boolean;

  constructor(
    message: Sentence,
    readonly unsent: boolean,
    details: FailureDetails = {},
  ) {
    super('network', message, details);
    this.isLasting = details.isLasting === true;
  }
}

/** What is added to a message about a server that was not reached. */
export function throughProxy(proxy: URL | undefined): string {
  return proxy ? ` (through the proxy ${proxy.host})` : '';
}
