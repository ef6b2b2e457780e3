import type { HintHub } from './events.js';
import type { SandboxReply, SandboxRequest } from './http/exchange.js';
import type { Attempts } from './identity/passwords.js';
import type { Trouble } from './trouble.js';
import type { World } from './world.js';

/** The parts of a running sandbox that are not data. */
export interface Service {
  readonly world: World;
  readonly hints: HintHub;
  readonly attempts: Attempts;
  readonly trouble: Trouble;
  /** The largest multipart request (bytes). */
  readonly uploadLimit: number;
  /** Rotates a session's token on every Nth use; 0 disables rotation. */
  readonly rotateEvery: number;
  /** Scheme, host and port that browsers see; if undefined, taken from the Host header. */
  readonly origin: string | undefined;
}

/**
 * Whether a request with an Origin or Sec-Fetch-Site header comes from a page of this server. A page with the policy
 * `no-referrer` sends the origin `null`, which only Sec-Fetch-Site can vouch for (docs/requirements.md, R77).
 */
export function isSameOrigin(service: Service, request: SandboxRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  if (origin === 'null') return site === 'same-origin';
  return origin === (service.origin ?? `http://${host}`);
}

/** Replies for a page or endpoint outside the versioned API. */
export type Answerer = (
  service: Service,
  request: SandboxRequest,
  query: URLSearchParams,
) => Promise<SandboxReply> | SandboxReply;
