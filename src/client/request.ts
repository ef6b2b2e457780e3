import { usageError } from '../contract/errors.js';
import type { Body, JsonRoute, Query } from '../contract/routes.js';
import type { FilePart } from '../contract/shapes/attachment.js';
import { jsonText } from '../contract/text/json-text.js';
import type { HttpRequest } from '../http/message.js';
import type { WriteParts } from './recorder.js';

/** The `:id` of the path, the query and the JSON body of a call. Undefined query values are left out. */
export interface CallOptions<R extends JsonRoute>
  extends Pick<WriteParts, 'undo' | 'isStored'>,
    Pick<HttpRequest, 'onSent' | 'onRefused' | 'onAskedToWait'> {
  readonly id?: string;
  readonly query?: Query<R>;
  readonly body?: Body<R>;
  /** Sent with the body as multipart; only for routes that accept files (docs/api.md, Conventions 5). */
  readonly files?: readonly FilePart[];
  /** Aborts this call (default: the signal of the client). */
  readonly signal?: AbortSignal;
  /** False for what need not be remembered: hundreds of responses would take longer to remember than to read. */
  readonly learns?: boolean;
}

/** The request with files; its JSON body becomes a form field. */
export async function withFiles(request: HttpRequest, files: readonly FilePart[] = []): Promise<HttpRequest> {
  if (files.length === 0 || typeof request.body !== 'string') return request;
  const { createMultipart } = await import('../http/body/multipart.js');
  const json = request.body;
  const { contentType, body } = createMultipart(json, files);
  return { ...request, headers: { ...request.headers, 'content-type': contentType }, body, json };
}

/** The request of a route: method, address, headers and JSON body as in docs/api.md. */
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
  url.search = queryText(options.query ?? {});
  const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'gzip' };
  const { onAskedToWait, onSent, onRefused } = options;
  const sent = { method, url, headers, signal: options.signal ?? signal, onAskedToWait, onSent, onRefused };
  if (options.body === undefined) return sent;
  headers['content-type'] = 'application/json';
  return { ...sent, body: jsonText(options.body) };
}

/** A query as URLSearchParams writes it, whose first use takes longer than all the rest of a request. */
function queryText(query: object): string {
  const plain = /^[\w.*-]*$/;
  const encoded = (text: string): string =>
    plain.test(text) ? text : `${new URLSearchParams([[text, '']])}`.slice(0, -1);
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encoded(String(value))}`)
    .join('&');
}

/**
 * An identifier as one path segment. Throws a usage error for `.` and `..`, which would change the path even when encoded
 * (docs/requirements.md, R34).
 */
export function pathSegment(id: string | undefined): string {
  // A lone surrogate cannot be encoded.
  const isBroken = /\p{Surrogate}/u.test(id ?? '');
  if (id === undefined || id === '' || id === '.' || id === '..' || id.length > 512 || isBroken) {
    throw usageError(`${JSON.stringify((id ?? '').slice(0, 60))} is not an identifier`);
  }
  return encodeURIComponent(id);
}
