import type { Route, UploadRoute } from '../../contract/routes.js';
import type { Instance } from '../../contract/shapes/session.js';
import { replyWithHints } from '../events.js';
import { authenticate, type Caller } from '../identity/authentication.js';
import { commit } from '../inbox/notify.js';
import type { Service } from '../service.js';
import type { Trouble } from '../trouble.js';
import { type Call, type Handler, Refusal, type World } from '../world.js';
import { readRequestBody } from './body.js';
import { refuseMethod, replyWithError, UnknownPath } from './error-reply.js';
import {
  ConnectionCut,
  emptyReply,
  jsonReply,
  type SandboxReply,
  type SandboxRequest,
  withoutBody,
} from './exchange.js';
import type { Match } from './route-match.js';

/** Answers with something other than JSON; `headers` are the request's, in lower case. */
export type RawHandler = (call: Call, headers: SandboxRequest['headers']) => SandboxReply;

/** The handlers of an app. */
export interface HandlerTable {
  readonly json: Readonly<Partial<Record<Route, Handler>>>;
  readonly raw: Readonly<Partial<Record<Route, RawHandler>>>;
}

interface MatchedRequest {
  readonly request: SandboxRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly match: Match<Route>;
}

/** Whether a path belongs to the API, which the sandbox's faults affect; the endpoints under `/api/auth` do not. */
export function isApi(path: string): boolean {
  return /^\/api\/(v1(\/|$)|tasks\/|attachments\/)/.test(path);
}

/** Answers a path for which `isApi` is true. Rejects only with `ConnectionCut`. */
export async function answerApi(
  service: Service,
  asked: MatchedRequest,
  handlers: HandlerTable,
): Promise<SandboxReply> {
  const lost = service.trouble.losesNext();
  // A rotated token would be lost with a dropped reply, and the client could not continue.
  const rotateEvery = lost ? 0 : service.rotateEvery;
  const reply = await answerInTrouble({ ...service, rotateEvery }, asked, handlers);
  if (!lost) return reply;
  withoutBody(reply);
  throw new ConnectionCut();
}

export function listRoutes(handlers: HandlerTable): Route[] {
  // Object.keys returns strings; the table's type admits only routes.
  const given = [...Object.keys(handlers.json), ...Object.keys(handlers.raw)] as Route[];
  return [...given, 'GET /events', 'GET /instance', 'OPTIONS /instance'];
}

async function answerInTrouble(service: Service, asked: MatchedRequest, handlers: HandlerTable): Promise<SandboxReply> {
  let caller: Caller | undefined;
  let reply: SandboxReply;
  try {
    await service.trouble.pause(asked.request.signal);
    caller = identify(service, asked);
    reply = fail(service, asked) ?? (await dispatch(service, asked, handlers, caller));
  } catch (error) {
    const { disguise } = service.trouble;
    reply = replyWithError(error, { shape: service.world.shape, request: asked.request, disguise });
  }
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(caller?.newToken !== undefined && { 'set-auth-token': caller.newToken }),
      ...(caller && service.world.shape === 'wire' && { 'set-cookie': 'locale=en; Path=/; SameSite=Lax' }),
    },
  };
}

/** Everything except the probe requires a sign-in, before anything else is checked (docs/api.md, Authentication 1). */
function identify(service: Service, { request, path, match }: MatchedRequest): Caller | undefined {
  if (match.kind === 'route' && match.key.endsWith(' /instance')) return undefined;
  const isMeetings = path.startsWith('/api/tasks/');
  const caller = authenticate(service.world, request, { apiKeys: !isMeetings, rotateEvery: service.rotateEvery });
  if (caller) return caller;
  throw new Refusal(401, 'Sign in first: there is no token or it is no longer valid.', isMeetings ? 403 : 401);
}

function fail(service: Service, { request, path, match }: MatchedRequest): SandboxReply | undefined {
  if (match.kind !== 'route') return undefined;
  const status = service.trouble.takeFault(request.method, path.replace(/^\/api\/v1/, ''));
  if (status === undefined) return undefined;
  const body = service.trouble.disguise({ message: 'The sandbox was told to fail this request.' });
  return jsonReply(status, body, status === 429 ? { 'retry-after': '1' } : {});
}

async function dispatch(
  service: Service,
  { request, query, match }: MatchedRequest,
  handlers: HandlerTable,
  caller: Caller | undefined,
): Promise<SandboxReply> {
  if (match.kind === 'none') throw new UnknownPath();
  if (match.kind === 'method') return refuseMethod(service.world.shape, request.method, match.allow);
  // The preflight of a probe from another origin.
  if (match.key === 'OPTIONS /instance') return emptyReply(204, open);
  if (!caller) return replyWithInstance(service.world, service.trouble);
  if (match.key === 'GET /events') return replyWithHints(service.hints, caller, request.signal);
  const call = { world: service.world, user: caller.user, id: match.id, query, hints: [] };
  const raw = handlers.raw[match.key];
  if (raw) return raw({ ...call, body: {}, files: [] }, request.headers);
  const isRead = match.key.startsWith('GET ');
  const handler = handlers.json[match.key];
  const respond = (given: Pick<Call, 'body' | 'files'>): SandboxReply => {
    if (!handler) throw new Refusal(404, 'There is no such endpoint.');
    const whole = { ...call, ...given };
    const { status, body } = isRead ? handler(whole) : commit(whole, handler);
    return jsonReply(status, service.trouble.disguise(body));
  };
  if (isRead) return respond({ body: {}, files: [] });
  const uploadLimit = Object.hasOwn(uploads, match.key) ? service.uploadLimit : undefined;
  const { discard, ...given } = await readRequestBody(request, uploadLimit);
  try {
    return respond(given);
  } finally {
    discard?.();
  }
}

/** The routes that accept multipart bodies (docs/api.md, Conventions 5). */
const uploads: Readonly<Record<UploadRoute, true>> = {
  'POST /tasks': true,
  'POST /tasks/:id/comments': true,
  'POST /tickets': true,
  'POST /tickets/:id/messages': true,
  'POST /chat/threads': true,
  'POST /chat/threads/:id/messages': true,
};

/** Any web page may ask which service this is, and nothing else (docs/requirements.md, R77). */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
  'access-control-max-age': '86400',
};

/** The reply to `GET /instance` (docs/api.md, Authentication 7). Hostile text may replace the branding, but not the fixed name. */
function replyWithInstance(world: World, trouble: Trouble): SandboxReply {
  const branding = trouble.disguise({ name: 'Tracker sandbox', logoUrl: null });
  const instance = { name: world.serviceName, version: '1.0.0', api: 1, branding };
  return jsonReply(200, instance satisfies Record<keyof Instance, unknown>, open);
}
