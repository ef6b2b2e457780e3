import type { IncomingMessage } from 'node:http';
import { type CallbackProblem, readCallbackQuery } from './query.js';

/** How to respond to a request, and the token if it contained one. */
export type Verdict =
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string }
  | { readonly kind: 'received'; readonly token: string }
  | { readonly kind: 'done' };

/** The login that a request is checked against. */
export interface PendingLogin {
  readonly port: number;
  readonly state: string;
  /** Whether the token was already received. */
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
  const { path, query } = splitTarget(request.url ?? '');
  if (path !== '/callback' && !(path === '/done' && login.received)) return refused(404, 'Not found.');
  if (request.method !== 'GET') return refused(405, 'Only GET is allowed here.');
  if (request.headers.origin !== undefined) return refused(403, 'Requests from other pages are not allowed.');
  if (isPrefetch(request)) return refused(400, 'Prefetching is not allowed here.');
  if (path === '/done') return { kind: 'done' };
  if (login.received) return refused(410, 'The sign-in was already received. You can close this page.');
  const result = readCallbackQuery(query, login.state);
  return 'token' in result ? { kind: 'received', token: result.token } : refused(400, problems[result.problem]);
}

function refused(status: number, sentence: string): Verdict {
  return { kind: 'refused', status, sentence };
}

/** A page whose host name resolves to this computer (DNS rebinding) still sends its own name as Host. */
function isForUs(request: IncomingMessage, port: number): boolean {
  const [host, second] = request.headersDistinct.host ?? [];
  return second === undefined && (host === `127.0.0.1:${port}` || host?.toLowerCase() === `localhost:${port}`);
}

function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const end = target.indexOf('?');
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) };
}

/** Whether the browser is only prefetching the page. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']];
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')));
}
