import type { InstanceEntry } from '../auth/instances.js';
import { holdToken } from '../auth/tokens/sign-in.js';
import type { ReferenceIndex } from '../client/state/references.js';
import { TrackerError } from '../contract/errors.js';
import { parseServerUrl } from '../contract/server-url.js';
import { type ConnectParts, connectSigned } from './connect.js';

/** How long a server may take to end a session (milliseconds). */
const longestMs = 5_000;

/** The session to end, by its token. */
export interface Ending {
  readonly entry: InstanceEntry;
  readonly token: string;
  readonly signal: AbortSignal;
}

/**
 * Ends a session on its server, within 5 s; a token rotated meanwhile is not stored. Succeeds if the session is already over.
 * Throws a TrackerError if it may still be open.
 */
export async function endSession(parts: ConnectParts, index: ReferenceIndex, ending: Ending): Promise<void> {
  const { entry, token } = ending;
  const limit = new AbortController();
  const signal = AbortSignal.any([ending.signal, limit.signal]);
  const late = new TrackerError('network', `it did not respond within ${longestMs / 1_000} s`);
  const timer = setTimeout(() => limit.abort(late), longestMs);
  try {
    const { send } = connectSigned(parts, { entry, tokens: holdToken(token).tokens, fromEnvironment: false }, index);
    const url = new URL('api/auth/sign-out', parseServerUrl(entry.url).url);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const reply = await send({ method: 'POST', url, headers, body: '{}', signal });
    reply.discard();
    const isDone = (reply.status >= 200 && reply.status < 300) || reply.status === 401;
    if (!isDone) throw new TrackerError('failed', `it returned ${reply.status}`);
  } finally {
    clearTimeout(timer);
  }
}
