import type { SandboxRequest } from '../http/exchange.js';
import type { Shape, SignedIn, World } from '../world.js';
import { findKeyOwner, isApiKey } from './api-keys.js';
import { useSession } from './sessions.js';

/** Who asks. `newToken` replaces the token used and goes out as `set-auth-token` whatever the answer is. */
export interface Caller {
  readonly user: SignedIn;
  /** Undefined for an API key. */
  readonly sessionId: number | undefined;
  readonly newToken: string | undefined;
}

export interface AuthenticationRules {
  /** API keys open the versioned API and the downloads, nothing else. */
  readonly apiKeys: boolean;
  /** Every Nth use of a session replaces its token; 0 never does. */
  readonly rotateEvery: number;
}

/**
 * The bearer token of a request, or undefined. Cookies are never looked at (docs/requirements.md, R77). Public servers know
 * the scheme in one spelling only.
 */
export function readBearer(request: SandboxRequest, shape: Shape): string | undefined {
  const bearer = shape === 'wire' ? /^Bearer +(\S+)$/ : /^bearer +(\S+)$/i;
  return bearer.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/** The caller a request's token stands for; undefined means 401 (docs/api.md, Authentication 1 and 3). */
export function authenticate(world: World, request: SandboxRequest, rules: AuthenticationRules): Caller | undefined {
  const token = readBearer(request, world.shape);
  if (token === undefined) return undefined;
  if (!isApiKey(token)) return useSession(world, token, rules.rotateEvery);
  const user = rules.apiKeys ? findKeyOwner(world, token) : undefined;
  return user && { user, sessionId: undefined, newToken: undefined };
}
