import type { SandboxRequest } from '../http/exchange.js';
import type { Shape, SignedIn, World } from '../world.js';
import { findKeyOwner, isApiKey } from './api-keys.js';
import { useSession } from './sessions.js';

/** The authenticated caller. `newToken` replaces the token used and is sent as `set-auth-token` with every reply. */
export interface Caller {
  readonly user: SignedIn;
  /** Undefined for an API key. */
  readonly sessionId: number | undefined;
  readonly newToken: string | undefined;
}

interface AuthenticationRules {
  /** API keys are accepted by the versioned API and the downloads only. */
  readonly apiKeys: boolean;
  /** Every Nth use of a session rotates its token; 0 disables rotation. */
  readonly rotateEvery: number;
}

/**
 * The bearer token of a request, or undefined. Cookies are never read (docs/requirements.md, R77). Public servers accept only
 * one spelling of the scheme.
 */
export function readBearer(request: SandboxRequest, shape: Shape): string | undefined {
  const bearer = shape === 'wire' ? /^Bearer +(\S+)$/ : /^bearer +(\S+)$/i;
  return bearer.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/** Finds the caller of a request by its token; undefined means 401 (docs/api.md, Authentication 1 and 3). */
export function authenticate(world: World, request: SandboxRequest, rules: AuthenticationRules): Caller | undefined {
  const token = readBearer(request, world.shape);
  if (token === undefined) return undefined;
  if (!isApiKey(token)) return useSession(world, token, rules.rotateEvery);
  const user = rules.apiKeys ? findKeyOwner(world, token) : undefined;
  return user && { user, sessionId: undefined, newToken: undefined };
}
