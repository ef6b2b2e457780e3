import { attempt, awayStatuses, type ErrorKind, joined, type Reason, TrackerError } from '../../contract/errors.js';
import type { ListRoute, WriteRoute } from '../../contract/routes.js';
import { isRow, type Row, refOf, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { loginCommand } from '../../contract/server-url.js';
import type { FilePart } from '../../contract/shapes/attachment.js';
import { writeOf, writes } from '../../contract/writes.js';
import { TooLarge } from '../../http/body/read.js';
import { remedyInPage } from '../../http/failure.js';
import type { HttpReply, HttpRequest } from '../../http/message.js';
import { mayBeApplied } from '../../http/redirect.js';
import { waitText } from '../../http/retry.js';
import type { Memory } from '../../memory/memory.js';
import { knownValues, type LearnedValue, valueFields } from '../learn/rows.js';
import type { ReferenceIndex } from '../state/references.js';
import { messageOf } from './error-message.js';

interface RefusedRequest {
  readonly method: string;
  readonly url: URL;
  readonly reply: HttpReply;
  readonly bytes: Uint8Array;
  /** The server's address, and its name on this machine. */
  readonly base: URL;
  readonly instanceName: string;
  /** The environment variable the token came from, if any. */
  readonly variable?: string | undefined;
}

/** The error for a response that is not a success, with the server's message if it has one (docs/api.md, Errors). */
export function refusal({ method, url, reply, bytes, base, instanceName, variable }: RefusedRequest): TrackerError {
  const { status, askedMs } = reply;
  const kind = kindOf(status, method);
  // Nothing for HTML and the like.
  const said = messageOf(attempt(() => JSON.parse(new TextDecoder().decode(bytes))));
  // The words of a server that is busy or broken seldom say that they are its own.
  const isAnswer = said !== undefined && status < 500 && status !== 429;
  const returned = `${url.host} returned ${status}${statusText(status)}`;
  const named = said === undefined ? `${returned} for ${method} ${url.pathname}` : `${returned}: ${said}`;
  if (kind === 'sign_in_required') {
    if (variable !== undefined) {
      const good = variable === 'TRACKER_TOKEN_FILE' ? 'a file with a valid token' : 'a valid token';
      return new TrackerError(kind, `${url.host} rejected the token in ${variable}`, {
        ...{ status, reason: 'login_is_no_help' },
        hint: `set ${variable} to ${good}, or unset it to use your own sign-in`,
      });
    }
    const brief = `your sign-in to ${url.host} is no longer valid`;
    return new TrackerError(kind, `${brief}; sign in again`, {
      ...{ status, brief },
      hint: loginCommand(base.href, instanceName),
    });
  }
  const isRepeatable = method === 'GET' || writeOf(method, url).isRepeatable;
  if (askedMs !== undefined) {
    const wait = `asks you to wait ${waitText(askedMs)} before the next request`;
    const message =
      said === undefined ? `${returned} and ${wait}` : `${returned}: ${said.replace(/\.$/, '')}; it ${wait}`;
    const isPassing = method === 'GET' || kind === 'network';
    return new TrackerError(isPassing ? 'network' : kind, message, { status, askedMs, isRepeatable });
  }
  const page = status === 400 && said === undefined ? remedyInPage(new TextDecoder().decode(bytes)) : undefined;
  const hint = kind === 'unknown_outcome' ? 'it may have been applied; check before you run it again' : page;
  return new TrackerError(kind, isAnswer ? said : named, {
    ...{ status, hint, isRepeatable },
    ...(isAnswer && { reason: 'server_words' }),
  });
}

interface RefusedWrite {
  readonly route: WriteRoute;
  readonly body?: unknown;
  readonly files?: readonly FilePart[] | undefined;
  readonly index: ReferenceIndex;
}

/** Adds hints about possible causes: values this server has not used so far, and the size of an upload. */
export function explainWrite(error: TrackerError, { route, body, files = [], index }: RefusedWrite): TrackerError {
  const isTooLarge = error.status === 413;
  if (error.kind !== 'invalid' && !isTooLarge) return error;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const hints = [
    ...(error.hint === undefined ? [] : [error.hint]),
    ...(isTooLarge ? [] : hintValues(route, body, index)),
    ...(files.length > 0 ? [`the upload was ${sizeText(size)}; servers limit upload sizes`] : []),
  ];
  if (hints.length === 0) return error;
  const { kind, message, status, cause } = error;
  return new TrackerError(kind, message, { hint: joined(hints, '; '), status, cause });
}

/** The rows of a list would take too much memory, all at once. */
export class TooHeavy extends TooLarge {}

interface ListRequest {
  readonly query?: object | undefined;
  /** The global flags of a command on the same server. */
  readonly flags?: string | undefined;
}

/** The error of a list; if it is too large, with a hint how to get it all the same. */
export function explainList(error: unknown, route: ListRoute, { query = {}, flags = '' }: ListRequest): unknown {
  if (!(error instanceof TooLarge)) return error;
  const { message, status } = error;
  const address = `${route.slice('GET '.length)}?${new URLSearchParams({ ...query })}`;
  const hint = `save the response as it is: tracker ${flags}api '${address}' > response.json`;
  return new (error instanceof TooHeavy ? TooHeavy : TooLarge)('failed', message, { status, hint });
}

/**
 * The error for a response with a success status that cannot be read; `why` says what is wrong with it. `failed` for a GET,
 * otherwise `unknown_outcome`, since the write was applied (docs/requirements.md, R44).
 */
export function unreadable({ method, url }: HttpRequest, reply: HttpReply, why: string, reason?: Reason): TrackerError {
  const type =
    typeof reply.headers['content-type'] === 'string' ? ` (${reply.headers['content-type'].slice(0, 60)})` : '';
  const what = `the response from ${url.host} to ${method} ${url.pathname} ${why}: status ${reply.status}${type}`;
  if (method === 'GET') return new TrackerError('failed', what, { status: reply.status, reason });
  return new TrackerError('unknown_outcome', `the server accepted the request, but ${what}`, {
    status: reply.status,
    hint: 'it has been applied; check before you run it again',
  });
}

/**
 * The error for a response that is about something, or somebody, else than was asked for (docs/requirements.md, R79), which nothing
 * else trusts either.
 */
export async function showsAnother(
  { memory }: { readonly memory?: Memory | undefined },
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  found: Row,
): Promise<TrackerError> {
  await memory?.markStale(url);
  const mixedUp = 'a proxy or cache in between may be mixing up responses';
  const isPerson = url.pathname.endsWith('/me');
  const name = (isPerson && titleOf(found)) || refOf(found) || uuidOf(found);
  const what = `the response from ${url.host} to ${method} ${url.pathname} is about some${isPerson ? 'body' : 'thing'} else: ${name}`;
  if (method === 'GET')
    return new TrackerError('failed', what, {
      hint: `try again; ${isPerson ? 'sign in again if it goes on; ' : 'if it happens again, '}${mixedUp}`,
    });
  return new TrackerError('unknown_outcome', `${what}; it may or may not have been applied`, {
    hint: `check before you run it again; ${mixedUp}`,
  });
}

/**
 * The end of the path of a list of which docs/api.md does not show the response whole, and the field that has its rows where they
 * are not sent alone.
 */
const openLists: Readonly<Record<string, string>> = {
  ...{ tickets: 'tickets', projects: 'projects', activity: 'items' },
  ...{ inbox: 'items', search: 'results', meetings: 'notes' },
};

/** Such a list as an object; undefined for any other response. */
export function withoutWrapper({ pathname }: URL, response: unknown): Row | undefined {
  const field = openLists[pathname.slice(pathname.lastIndexOf('/') + 1)];
  return Array.isArray(response) && field !== undefined ? { [field]: response } : undefined;
}

function kindOf(status: number, method: string): ErrorKind {
  if (status === 401) return 'sign_in_required';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 400 || status === 422) return 'invalid';
  // 511 is never the server's own: the network wants a sign-in first (RFC 6585), and passes nothing on.
  if (status === 429 || status === 511 || (method === 'GET' && awayStatuses.includes(status))) return 'network';
  if (mayBeApplied(method, status)) return 'unknown_outcome';
  return 'failed';
}

function statusText(status: number): string {
  const known: Readonly<Record<number, string>> = {
    400: 'Bad Request',
    403: 'Forbidden',
    404: 'Not Found',
    405: 'Method Not Allowed',
    409: 'Conflict',
    413: 'Content Too Large',
    429: 'Too Many Requests',
    500: 'Internal Server Error',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
    504: 'Gateway Timeout',
    511: 'Network Authentication Required',
  };
  const text = known[status];
  return text ? ` (${text})` : '';
}

function hintValues(route: WriteRoute, body: unknown, index: ReferenceIndex): readonly string[] {
  const { words } = writes[route];
  if (!words || !isRow(body)) return [];
  return valueFields[words].flatMap((field) => {
    const value = field === 'tag' ? undefined : textOf(body[field]);
    const seen = knownValues(index, `${words}-${field}` as LearnedValue);
    if (value === undefined || seen.length === 0 || seen.includes(value)) return [];
    return [`values of ${field} seen on this server: ${seen.slice(0, 30).join(', ')}`];
  });
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
