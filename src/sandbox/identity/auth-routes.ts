import { readRequestBody } from '../http/body.js';
import { jsonReply, type SandboxReply, type SandboxRequest } from '../http/exchange.js';
import { isSameOrigin, type Service } from '../service.js';
import { Refusal } from '../world.js';
import { isApiKey, readBearer } from './authentication.js';
import { signInWithPassword } from './passwords.js';
import { endSession, useSession } from './sessions.js';

/** Signs in with `{email, password}`; the new token is sent as `set-auth-token` and in the body. */
export async function signInByEmail(service: Service, request: SandboxRequest): Promise<SandboxReply> {
  refuseOtherOrigins(service, request);
  if (service.world.shape === 'wire' && hidesOrigin(request))
    return refuse(403, 'MISSING_OR_NULL_ORIGIN', 'Missing or null Origin');
  const { email, password } = (await readRequestBody(request)).body;
  if (typeof email !== 'string' || typeof password !== 'string') {
    return refuse(400, 'VALIDATION_ERROR', 'Email and password are required.');
  }
  const outcome = signInWithPassword(service.world, service.attempts, email, password);
  if (outcome.kind === 'wrong') return refuse(401, 'INVALID_EMAIL_OR_PASSWORD', 'The email or the password is wrong.');
  if (outcome.kind === 'later') {
    const reply = refuse(429, 'TOO_MANY_REQUESTS', 'Too many wrong passwords. Try again later.');
    return { ...reply, headers: { ...reply.headers, 'retry-after': String(outcome.seconds) } };
  }
  const { token, user } = outcome;
  return jsonReply(200, { redirect: false, token, user }, { 'set-auth-token': token });
}

/** Replies with the user of a session token: 200 with `null` for an invalid token and for an API key. */
export function checkSession(service: Service, request: SandboxRequest): SandboxReply {
  const token = readBearer(request, service.world.shape);
  const session = token === undefined ? undefined : useSession(service.world, token, service.rotateEvery);
  if (!session) return jsonReply(200, null);
  const { user, createdAt, expiresAt, newToken } = session;
  const body = { session: { userId: user.id, createdAt, expiresAt }, user };
  return jsonReply(200, body, newToken === undefined ? {} : { 'set-auth-token': newToken });
}

/** Ends the session of the bearer token and, except in shape `wire`, its event streams. An API key has none to end. */
export async function signOut(service: Service, request: SandboxRequest): Promise<SandboxReply> {
  refuseOtherOrigins(service, request);
  await readRequestBody(request);
  const token = readBearer(request, service.world.shape);
  if (token === undefined || isApiKey(token)) return refuse(401, 'UNAUTHORIZED', 'Sign out with a session token.');
  const sessionId = endSession(service.world, token);
  if (sessionId !== undefined && service.world.shape !== 'wire') service.hints.close(sessionId);
  return jsonReply(200, { success: true });
}

/** User administration is not reachable over HTTP. */
export function refuseAdministration(): SandboxReply {
  return refuse(403, 'ADMIN_API_HTTP_DISABLED', 'User administration is not available over HTTP.');
}

function refuseOtherOrigins(service: Service, request: SandboxRequest): void {
  if (!isSameOrigin(service, request)) throw new Refusal(403, 'This request comes from another site.');
}

/** Whether a request has fetch metadata, as browsers and Node's `fetch` send, but does not name its origin. */
function hidesOrigin({ headers }: SandboxRequest): boolean {
  const hasMetadata = Object.keys(headers).some((name) => name.startsWith('sec-fetch-'));
  return hasMetadata && (headers.origin === undefined || headers.origin === 'null');
}

/** Only these endpoints add a machine-readable code to the message. */
function refuse(status: number, code: string, message: string): SandboxReply {
  return jsonReply(status, { message, code });
}
