import type { IncomingMessage } from 'node:http';
import { type CallbackProblem, readCallbackQuery } from './query.js';

/** What to answer to a request, and the token if it brought one. */
export type Verdict =
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string }
  | { readonly kind: 'received'; readonly token: string }
  | { readonly kind: 'done' };

/** The login a request is measured against. */
export interface PendingLogin {
  readonly port: number;
  readonly state: string;
  /** Whether the token has already come. */
  readonly received: boolean;
}

const problems: Readonly<Record<CallbackProblem, string>> = {
  state: 'This address does not belong to the sign-in that is waiting. Open the address that the terminal shows.',
  token: 'The sign-in brought no usable token. Open the address that the terminal shows once more.',
};

/**
 * Judges a request to the login listener. Everything that can be refused without it is refused before the state is looked
 * at: foreign hosts, other paths and methods, pages of other origins, prefetches (docs/requirements.md, R4 and R5).
 */
export function judgeRequest(request: IncomingMessage, login: PendingLogin): Verdict {
  if (!isForUs(request, login.port)) return refused(403, 'This address is not served under that host name.');
  const { path, query } = splitTarget(request.url ?? '');
  if (path !== '/callback' && !(path === '/done' && login.received)) return refused(404, 'There is nothing here.');
  if (request.method !== 'GET') return refused(405, 'Only GET is answered here.');
  if (request.headers.origin !== undefined) return refused(403, 'Requests of other pages are not answered.');
  if (isAhead(request)) return refused(400, 'This address is not answered ahead of a visit.');
  if (path === '/done') return { kind: 'done' };
  if (login.received) return refused(410, 'The sign-in was received before. You can close this page.');
  const result = readCallbackQuery(query, login.state);
  return 'token' in result ? { kind: 'received', token: result.token } : refused(400, problems[result.problem]);
}

function refused(status: number, sentence: string): Verdict {
  return { kind: 'refused', status, sentence };
}

/** A page that had its name resolved to this computer still sends its own name as Host. */
function isForUs(request: IncomingMessage, port: number): boolean {
  const [host, second] = request.headersDistinct.host ?? [];
  return second === undefined && (host === `127.0.0.1:${port}` || host?.toLowerCase() === `localhost:${port}`);
}

function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const end = target.indexOf('?');
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) };
}

/** Whether a browser fetches the page before anybody asked to see it. */
function isAhead({ headers }: IncomingMessage): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']];
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')));
}
