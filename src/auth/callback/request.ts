import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isToken } from '../../http/session.js';

type Verdict =
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string }
  | { readonly kind: 'start' }
  | { readonly kind: 'received'; readonly token: string }
  | { readonly kind: 'done' };

interface PendingLogin {
  readonly port: number;
  readonly state: string;
  /** Where the browser begins, and whether it has. */
  readonly startPath: string;
  readonly isStarted: boolean;
  readonly received: boolean;
}

const problems: Readonly<Record<CallbackProblem, string>> = {
  state: 'This address belongs to another sign-in. Open the address shown in the terminal.',
  token: 'The sign-in returned no valid token. Open the address shown in the terminal again.',
};

/**
 * Decides how to respond to a request to the login listener. Foreign hosts, other paths and methods, other origins and
 * prefetches are refused before the state is checked (docs/requirements.md, R4 and R5).
 */
export function judgeRequest(request: IncomingMessage, login: PendingLogin): Verdict {
  if (!isForUs(request, login.port)) return refused(403, 'That host name is not allowed here.');
  const [path = '', ...query] = (request.url ?? '').split('?');
  const isStart = path === login.startPath;
  if (path !== '/callback' && !isStart && !(path === '/done' && login.received)) return refused(404, 'Not found.');
  if (request.method !== 'GET') return refused(405, 'Only GET is allowed here.');
  if (request.headers.origin !== undefined) return refused(403, 'Requests from other pages are not allowed.');
  if (isPrefetch(request)) return refused(400, 'Prefetching is not allowed here.');
  if (isStart && login.isStarted)
    return refused(410, 'This page leads on only once. Open the address in the terminal.');
  if (isStart) return { kind: 'start' };
  if (path === '/done') return { kind: 'done' };
  if (login.received) return refused(410, 'The sign-in was already received. You can close this page.');
  const result = readCallbackQuery(query.join('?'), login.state);
  return 'token' in result ? { kind: 'received', token: result.token } : refused(400, problems[result.problem]);
}

type CallbackResult = { readonly token: string } | { readonly problem: CallbackProblem };

/** `state`: the callback belongs to another login. `token`: it belongs to this one, but has no valid token. */
type CallbackProblem = 'state' | 'token';

/**
 * Reads the query of a callback (the text after `?`). State and token must each occur exactly once; the state is checked
 * first (docs/requirements.md, R2 and R3).
 */
export function readCallbackQuery(query: string, state: string): CallbackResult {
  const [given, secondState] = valuesOf(query, 'state');
  if (given === undefined || secondState !== undefined || !isSameState(given, state)) return { problem: 'state' };
  const [token, secondToken] = valuesOf(query, 'token');
  if (token === undefined || secondToken !== undefined || !isToken(token)) return { problem: 'token' };
  return { token };
}

/** A new one-time state: 256 random bits as 43 characters of `A-Z a-z 0-9 - _` (docs/requirements.md, R1). */
export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** The address of a server's sign-in page, for a listener on `port` (docs/api.md, Authentication 5). */
export function loginUrl(base: URL, port: number, state: string): string {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/login`;
  url.search = new URLSearchParams({ client: 'cli', port: String(port), state }).toString();
  url.hash = '';
  return url.href;
}

function refused(status: number, sentence: string): Verdict {
  return { kind: 'refused', status, sentence };
}

/** A page whose host name resolves to this computer (DNS rebinding) still sends its own name as Host. */
function isForUs(request: IncomingMessage, port: number): boolean {
  const [host, second] = request.headersDistinct.host ?? [];
  return second === undefined && (host === `127.0.0.1:${port}` || host?.toLowerCase() === `localhost:${port}`);
}

function isPrefetch({ headers }: IncomingMessage): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']];
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')));
}

function valuesOf(query: string, name: string): readonly string[] {
  const pairs = query.split('&').map((pair) => pair.split('=').map(decodeBytes));
  return pairs.filter(([key]) => key === name).map(([, ...value]) => value.join('='));
}

/** Percent-decodes byte by byte. URLSearchParams would turn a `+` in a token into a space (docs/requirements.md, R13). */
function decodeBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Compares in constant time (docs/api.md, Authentication 5). It compares digests because `timingSafeEqual` throws if the
 * lengths differ.
 */
function isSameState(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
