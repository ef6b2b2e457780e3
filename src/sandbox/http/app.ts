import type { JsonRoute } from '../../contract/routes.js';
import { chatHandlers } from '../chat.js';
import { downloadHandlers } from '../files.js';
import { checkSession, refuseAdministration, signInByEmail, signOut } from '../identity/auth-routes.js';
import { meHandlers } from '../identity/me.js';
import { preferenceHandlers } from '../identity/preferences.js';
import { inboxHandlers } from '../inbox/inbox.js';
import { answerLogin, showHome, showLogin } from '../login/login.js';
import { noteHandlers } from '../notes.js';
import { projectHandlers } from '../projects.js';
import { searchHandlers } from '../search.js';
import type { Answerer, Service } from '../service.js';
import { taskHandlers } from '../tasks/tasks.js';
import { ticketHandlers } from '../tickets/tickets.js';
import { type Handler, Refusal } from '../world.js';
import { answerApi, type HandlerTable, isApi, listRoutes, type RawHandler } from './api.js';
import { refuseMethod, replyWithError, UnknownPath } from './error-reply.js';
import {
  type App,
  ConnectionCut,
  emptyReply,
  type SandboxReply,
  type SandboxRequest,
  withoutBody,
} from './exchange.js';
import { compileRoutes } from './route-match.js';

/** The handlers of every route in docs/api.md except the probe and the event stream; a missing one does not compile. */
export const handlers = {
  json: {
    ...meHandlers,
    ...preferenceHandlers,
    ...taskHandlers,
    ...ticketHandlers,
    ...projectHandlers,
    ...inboxHandlers,
    ...chatHandlers,
    ...noteHandlers,
    ...searchHandlers,
  } satisfies Readonly<Record<Exclude<JsonRoute, 'GET /instance'>, Handler>>,
  raw: downloadHandlers satisfies Readonly<Record<string, RawHandler>>,
} satisfies HandlerTable;

/** Everything but the API: the login page and the session endpoints. */
const pages: Readonly<Record<string, Answerer>> = {
  'GET {base}/': showHome,
  'GET {base}/login': showLogin,
  'POST {base}/login': answerLogin,
  'POST {base}/api/auth/sign-in/email': signInByEmail,
  'GET {base}/api/auth/get-session': checkSession,
  'POST {base}/api/auth/sign-out': signOut,
};

/** Creates the service as a function from request to reply; only tests give other handlers. It rejects only with `ConnectionCut`. */
export function createApp(service: Service, table: HandlerTable = handlers): App {
  const { shape } = service.world;
  const matchRoute = compileRoutes(listRoutes(table));
  const matchPage = compileRoutes(Object.keys(pages));
  const answer = (request: SandboxRequest): Promise<SandboxReply> | SandboxReply => {
    const { method, target } = request;
    const { path, query } = readTarget(target);
    // Public servers redirect a known path with a trailing slash to the one without.
    const shorter = shape === 'wire' ? path.replace(/\/$/, '') : path;
    if (shorter !== path && [matchRoute, matchPage].some((match) => match(method, shorter).kind !== 'none'))
      return emptyReply(308, { location: shorter + target.slice(path.length) });
    if (isApi(path)) return answerApi(service, { request, path, query, match: matchRoute(method, path) }, table);
    if (path.startsWith('/api/auth/admin/')) return refuseAdministration();
    const found = matchPage(method, path);
    const page = found.kind === 'route' ? pages[found.key] : undefined;
    if (page) return page(service, request, query);
    if (found.kind === 'method') return refuseMethod(shape, method, found.allow);
    throw new UnknownPath();
  };
  return async (request) => {
    try {
      const reply = await answer(request);
      return request.method === 'HEAD' ? withoutBody(reply) : reply;
    } catch (error) {
      if (error instanceof ConnectionCut) throw error;
      return replyWithError(error, { shape, request });
    }
  };
}

/** Splits by hand, because `new URL` would resolve `..` and encoded dots. */
function readTarget(target: string): { path: string; query: URLSearchParams } {
  if (!target.startsWith('/')) throw new Refusal(400, 'The request has no path.');
  if (target.includes('%00')) throw new Refusal(400, 'A URL must not contain NUL characters.');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return { path, query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)) };
}
