import { randomBytes } from 'node:crypto';
import type { SandboxRequest } from '../http/exchange.js';
import { type SandboxSignIn, type Shape, timestamp, type World } from '../world.js';
import { hashSecret, useSession } from './sessions.js';

/** The authenticated caller. `newToken` replaces the token used and is sent as `set-auth-token` with every reply. */
export interface Caller {
  readonly user: SandboxSignIn;
  /** Undefined for an API key. */
  readonly sessionId: number | undefined;
  readonly newToken: string | undefined;
}

/** The bearer token, which public servers accept in one spelling only. Cookies are never read (docs/requirements.md, R77). */
export function readBearer(request: SandboxRequest, shape: Shape): string | undefined {
  const bearer = shape === 'wire' ? /^Bearer +(\S+)$/ : /^bearer +(\S+)$/i;
  return bearer.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/**
 * Finds the caller of a request by its token; undefined means 401 (docs/api.md, Authentication 1 and 3). Every Nth use of a session
 * rotates its token; 0 disables that. API keys are accepted by the versioned API and the downloads only.
 */
export function authenticate(
  world: World,
  request: SandboxRequest,
  rules: { readonly rotateEvery: number; readonly apiKeys: boolean },
): Caller | undefined {
  const token = readBearer(request, world.shape);
  if (token === undefined) return undefined;
  if (!isApiKey(token)) return useSession(world, token, rules.rotateEvery);
  const user = rules.apiKeys ? findKeyOwner(world, token) : undefined;
  return user && { user, sessionId: undefined, newToken: undefined };
}

const prefix = 'trk_';

/** Whether a bearer token looks like an API key rather than a session token. */
export function isApiKey(token: string): boolean {
  return token.startsWith(prefix);
}

/** Creates an API key for a user: `trk_` and 43 characters. Only a hash is stored. It is never rotated. */
export function createApiKey(world: World, userId: string): string {
  const key = prefix + randomBytes(32).toString('base64url');
  world.db.insert('api_keys', { keyHash: hashSecret(key), userId, name: 'key', createdAt: timestamp(world) });
  return key;
}

/** The user of a key; undefined if the key is unknown or revoked. */
function findKeyOwner(world: World, key: string): SandboxSignIn | undefined {
  return world.db.get<SandboxSignIn>(
    `SELECT u.id, u.name, u.email, u.image FROM api_keys k JOIN users u ON u.id = k.user_id
     WHERE k.key_hash = ? AND k.revoked_at IS NULL`,
    hashSecret(key),
  );
}
