import { jsonText } from '../contract/json-text.js';
import type { Body, JsonRoute, Query, Reply, WriteRoute } from '../contract/routes.js';
import { isRow, type Row } from '../contract/row.js';
import { TrackerError, usageError } from '../errors.js';
import type { FilePart } from '../http/body/multipart.js';
import { readBytes, readStart } from '../http/body/read.js';
import type { HttpReply, HttpRequest, Send } from '../http/message.js';
import type { LastShown } from '../state/last-shown.js';
import type { ReferenceIndex } from '../state/references.js';
import { learnFrom } from './learn/learn.js';

/** What a call carries: the `:id` of its path, its query, its JSON body. Absent query values are left out. */
export interface CallOptions<R extends JsonRoute> {
  readonly id?: string;
  readonly query?: Query<R>;
  readonly body?: Body<R>;
  /** Sent beside the body, as multipart; only for routes that take files (docs/api.md, Conventions 5). */
  readonly files?: readonly FilePart[];
}

/** The API of one server, typed by route (docs/api.md, Endpoints). */
export interface Client {
  /** The server's address, ending in a slash. */
  readonly base: URL;
  /** The name this machine knows the server by. */
  readonly instanceName: string;
  /** The id of the signed-in user, where this machine knows it. */
  readonly userId: string | undefined;
  readonly index: ReferenceIndex;
  /** What this terminal was last used for. */
  readonly lastShown: () => Promise<LastShown>;
  /**
   * Calls one endpoint and gives its parsed answer, an object; an empty one where a write's answer is empty. Throws
   * TrackerError of the kind its status means, or what the answer to a write says.
   */
  call<R extends JsonRoute>(route: R, options?: CallOptions<R>): Promise<Reply<R>>;
  /** The same for what changes something; undefined, and nothing sent, with `--dry-run`. */
  write<R extends WriteRoute>(route: R, options?: CallOptions<R>): Promise<Reply<R> | undefined>;
  /** Sends a request of any kind to this server, signed in, as it is; for `api`, downloads and the event stream. */
  readonly raw: Send;
  /**
   * Waits while a request of this client is refused with 401 and looks for a newer token; false when there was none, so that
   * nothing new need be begun (docs/requirements.md, R19). Never rejects.
   */
  readonly recovered: () => Promise<boolean>;
  /** The error for an answer of `raw` that is not a success; `bytes` is the beginning of its body. */
  refused(request: Pick<HttpRequest, 'method' | 'url'>, reply: HttpReply, bytes: Uint8Array): Promise<TrackerError>;
}

/** A write as `--dry-run` shows it. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

export interface ClientParts {
  readonly send: Send;
  readonly base: URL;
  readonly instanceName: string;
  readonly index: ReferenceIndex;
  readonly lastShown: () => Promise<LastShown>;
  readonly userId: string | undefined;
  readonly signal: AbortSignal;
  /** The environment variable its token comes from, to be named when the server refuses it (docs/requirements.md, R26). */
  readonly variable?: string | undefined;
  /** Takes the writes of a dry run, which are not sent. */
  readonly dryRun?: ((request: ShownRequest) => void) | undefined;
  /** What `raw` sends through (default: `send`). */
  readonly raw?: Send;
  /** What `recovered` says (default: that all is well). */
  readonly recovered?: (() => Promise<boolean>) | undefined;
  /** Told of an error that the answer to a write holds beside its result. */
  readonly warn?: ((text: string) => void) | undefined;
}

export function createClient(parts: ClientParts): Client {
  const { send, raw = send, base, instanceName, index, userId, signal } = parts;
  const exchange = async (request: HttpRequest, files: readonly FilePart[] = []): Promise<Row> => {
    try {
      return await readReply(request, await send(request), parts);
    } finally {
      for (const { leave } of files) leave?.();
    }
  };
  const call: Client['call'] = async (route, options = {}) => {
    const request = await withFiles(buildRequest(route, options, base, signal), options.files);
    const parsed = await exchange(request, options.files).catch(async (error: unknown) => {
      if (request.method === 'GET' || !(error instanceof TrackerError)) throw error;
      throw (await import('./answers/refused-write.js')).explainWrite(error, { route, index, ...options });
    });
    await learnFrom(route, parsed, index, options.body);
    // The wire is trusted this far: the shape is the contract's, and every field of it may be missing.
    return parsed as Reply<typeof route>;
  };
  return {
    base,
    instanceName,
    index,
    lastShown: parts.lastShown,
    userId,
    raw,
    recovered: parts.recovered ?? (async () => true),
    call,
    refused: (request, reply, bytes) => explainRefusal(request, reply, { bytes, parts }),
    async write(route, options = {}) {
      if (!parts.dryRun) return await call(route, options);
      const { method, url } = buildRequest(route, options, base, signal);
      const files = (options.files ?? []).map(({ name, size }) => ({ name, size }));
      parts.dryRun({ method, url: url.href, body: options.body, files });
      return undefined;
    },
  };
}

/** The request with files beside its JSON body, which becomes a field. */
async function withFiles(request: HttpRequest, files: readonly FilePart[] = []): Promise<HttpRequest> {
  if (files.length === 0 || typeof request.body !== 'string') return request;
  const { createMultipart } = await import('../http/body/multipart.js');
  const { contentType, body } = await createMultipart(request.body, files);
  return { ...request, headers: { ...request.headers, 'content-type': contentType }, body };
}

/** The request of a route: method, address, headers and JSON body as docs/api.md writes them. */
export function buildRequest<R extends JsonRoute>(
  route: R,
  options: CallOptions<R>,
  base: URL,
  signal: AbortSignal,
): HttpRequest {
  const [method = 'GET', template = ''] = route.split(' ');
  const path = template.startsWith('{base}/') ? template.slice('{base}/'.length) : `api/v1${template}`;
  const url = new URL(base);
  url.pathname = base.pathname + path.replace(':id', () => pathSegment(options.id));
  const query: object = options.query ?? {};
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(key, String(value));
  const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'gzip' };
  if (options.body === undefined) return { method, url, headers, signal };
  headers['content-type'] = 'application/json';
  return { method, url, headers, body: jsonText(options.body), signal };
}

/**
 * An identifier as one path segment. `.` and `..` would leave their place even when encoded, and are refused before a
 * request exists (docs/requirements.md, R34).
 */
export function pathSegment(id: string | undefined): string {
  // Half a surrogate pair has no encoding.
  const isBroken = /\p{Surrogate}/u.test(id ?? '');
  if (id === undefined || id === '' || id === '.' || id === '..' || id.length > 512 || isBroken) {
    throw usageError(`${JSON.stringify((id ?? '').slice(0, 60))} is not an identifier`);
  }
  return encodeURIComponent(id);
}

/** Reads an answer to its end. Writes that succeeded but cannot be read are `unknown_outcome` (docs/requirements.md, R44). */
async function readReply(request: HttpRequest, reply: HttpReply, parts: ClientParts): Promise<Row> {
  const { method } = request;
  const isSuccess = reply.status >= 200 && reply.status < 300;
  const bytes = await readOrExplain(request, reply, isSuccess);
  if (!isSuccess) throw await explainRefusal(request, reply, { bytes, parts });
  if (bytes.length === 0 && method !== 'GET') return {};
  if (bytes.length > lightBytes) await checkWeight(request, reply, bytes);
  const parsed = await parse(bytes);
  if (parsed === undefined) throw await unreadable(request, reply, 'is not JSON');
  if (method !== 'GET') return (await import('./answers/declined.js')).resultOf(parsed, reply.status, parts.warn);
  if (isRow(parsed)) return parsed;
  throw await unreadable(request, reply, 'is not a JSON object');
}

/** An answer up to this size may hold what it likes (bytes). */
const lightBytes = 1024 * 1024;

async function checkWeight(request: HttpRequest, reply: HttpReply, bytes: Uint8Array): Promise<void> {
  const { isTooHeavy } = await import('../http/body/json-weight.js');
  if (isTooHeavy(bytes)) throw await unreadable(request, reply, 'holds more than 2.5 million values');
}

async function explainRefusal(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  reply: HttpReply,
  { bytes, parts }: { readonly bytes: Uint8Array; readonly parts: ClientParts },
): Promise<TrackerError> {
  const { refusal } = await import('./answers/refusal.js');
  return refusal({ ...parts, method, url, reply, bytes });
}

/** Where this stands, a number may be one that JSON.parse would change. */
const oddNumber = /[:[,\s]-?(?:\d{16}|\d[\d.]*[eE])/;

/** The JSON value; undefined where it is none. */
async function parse(bytes: Uint8Array): Promise<unknown> {
  const text = decode(bytes);
  try {
    if (oddNumber.test(text)) return (await import('./answers/exact-numbers.js')).parseExactly(text);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readOrExplain(request: HttpRequest, reply: HttpReply, isSuccess: boolean): Promise<Uint8Array> {
  try {
    return isSuccess ? await readBytes(reply) : await readStart(reply);
  } catch (error) {
    if (isSuccess && request.method !== 'GET' && error instanceof TrackerError)
      throw await unreadable(request, reply, 'broke off');
    throw error;
  }
}

async function unreadable(request: HttpRequest, reply: HttpReply, why: string): Promise<TrackerError> {
  return (await import('./answers/unreadable.js')).unreadable(request, reply, why);
}

/** UTF-8, with a byte order mark dropped and broken sequences shown as U+FFFD. */
function decode(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
