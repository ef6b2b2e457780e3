import { awayStatuses, type ErrorKind, TrackerError } from '../../contract/errors.js';
import { remedyInPage } from '../../http/failure.js';
import type { HttpReply } from '../../http/message.js';
import { AskedToWait, waitText } from '../../http/retry/asked-to-wait.js';
import { loginCommand } from '../login-command.js';
import { messageOf } from './error-message.js';

export interface Refused {
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
export function refusal({ method, url, reply, bytes, base, instanceName, variable }: Refused): TrackerError {
  const { status, askedMs } = reply;
  const kind = kindOf(status, method);
  const said = messageOf(parse(bytes));
  const message = said ?? `${url.host} returned ${status}${statusText(status)} for ${method} ${url.pathname}`;
  if (kind === 'sign_in_required') {
    if (variable !== undefined) {
      return new TrackerError(kind, `${url.host} rejected the token in ${variable}`, {
        status,
        hint: `set ${variable} to a valid token, or unset it to use your own sign-in`,
      });
    }
    return new TrackerError(kind, `your sign-in to ${url.host} is no longer valid; sign in again`, {
      status,
      hint: loginCommand(base.href, instanceName),
    });
  }
  if (askedMs !== undefined) {
    const wait = `${url.host} asks you to wait ${waitText(askedMs)} before the next request`;
    const why = said === undefined ? [] : [said.replace(/\.$/, '')];
    const isPassing = method === 'GET' || kind === 'network';
    return new AskedToWait(isPassing ? 'network' : kind, [...why, wait].join('; '), { status, milliseconds: askedMs });
  }
  const hint = status === 400 && said === undefined ? remedyInPage(new TextDecoder().decode(bytes)) : undefined;
  return new TrackerError(kind, message, { status, hint });
}

function kindOf(status: number, method: string): ErrorKind {
  if (status === 401) return 'sign_in_required';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 400 || status === 422) return 'invalid';
  if (status === 429 || (method === 'GET' && awayStatuses.includes(status))) return 'network';
  return 'failed';
}

/** The JSON of a body; undefined for HTML and the like. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
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
  };
  const text = known[status];
  return text ? ` (${text})` : '';
}
