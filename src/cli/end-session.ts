import type { EndingSession } from '../auth/servers.js';
import { TrackerError } from '../contract/errors.js';
import { parseServerUrl } from '../contract/server-url.js';
import type { Send } from '../http/message.js';
import { within } from '../http/waiting.js';

/** How long a server may take to end a session (milliseconds). */
const longestMs = 5_000;

/**
 * Ends a session on its server, within 5 s; a token rotated meanwhile is not stored. Succeeds if the session is already over.
 * Throws a TrackerError if it may still be open.
 */
export async function endSession(send: Send, { entry, signal }: EndingSession): Promise<void> {
  const url = new URL('api/auth/sign-out', parseServerUrl(entry.url).url);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const error = new TrackerError('network', `it did not respond within ${longestMs / 1_000} s`);
  const reply = await within(signal, { milliseconds: longestMs, error }, (signal) =>
    send({ method: 'POST', url, headers, body: '{}', signal }),
  );
  reply.discard();
  const isDone = (reply.status >= 200 && reply.status < 300) || reply.status === 401;
  if (!isDone) throw new TrackerError('failed', `it returned ${reply.status}`);
}
