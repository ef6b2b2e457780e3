import type { Instance } from '../../contract/session.js';
import { emptyReply, jsonReply, type SandboxReply } from '../http/exchange.js';
import type { Trouble } from '../trouble/trouble.js';
import type { World } from '../world.js';

const version = '1.0.0';
const apiGeneration = 1;

/** Any web page may ask which service this is, and nothing else (docs/requirements.md, R77). */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
  'access-control-max-age': '86400',
};

/**
 * The reply to `GET /instance` (docs/api.md, Authentication 7). Hostile text may replace the branding, but not the fixed name.
 */
export function replyWithInstance(world: World, trouble: Trouble): SandboxReply {
  const branding = trouble.disguise({ name: 'Tracker sandbox', logoUrl: null });
  const instance = { name: world.serviceName, version, api: apiGeneration, branding };
  return jsonReply(200, instance satisfies Record<keyof Instance, unknown>, open);
}

/** The reply to `OPTIONS /instance`, the preflight of a probe from another origin. */
export function replyToPreflight(): SandboxReply {
  return emptyReply(204, open);
}
