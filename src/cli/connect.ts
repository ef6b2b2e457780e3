import type { Session } from '../auth/sign-in-tokens.js';
import { type Client, createClient } from '../client/client.js';
import type { Settings } from '../config/settings.js';
import type { Send } from '../http/message.js';
import { withRedirects } from '../http/redirect.js';
import { waitFor, withRetry } from '../http/retry.js';
import { parseServerUrl, requireSafeTransport } from '../http/server-url.js';
import { withSession } from '../http/session.js';
import { withTrace } from '../http/trace.js';
import { createTransport } from '../http/transport.js';
import { withWholeBody } from '../http/whole-body.js';
import type { ReferenceIndex } from '../state/references.js';
import type { Host } from './host.js';

export interface ConnectParts {
  readonly host: Host;
  readonly settings: Settings;
  readonly warn: (message: string) => void;
  /** Writes one line of `--debug`. */
  readonly trace: (line: string) => void;
  /** Tells the person at a terminal what the command waits for; undefined where nobody sits. */
  readonly notice: ((sentence: string) => void) | undefined;
}

/** Sends one request as it is, told when debugging: no token, no retries. */
export function createExchange({ host, settings, trace }: ConnectParts): Send {
  const transport = host.send ?? createTransport({ timeoutMs: settings.timeoutMs, env: settings.env });
  return settings.debug ? withTrace(transport, trace, () => host.now().getTime()) : transport;
}

/** A client without a token, for the probe (docs/api.md, Authentication 7). */
export function connectUnsigned(parts: ConnectParts, base: URL, index: ReferenceIndex): Client {
  const { signal, now } = parts.host;
  const send = withRetry(withWholeBody(withRedirects(createExchange(parts))), { now, wait: waitFor });
  return createClient({ send, base, instanceName: base.host, index, userId: undefined, signal });
}

/** The client of a session: every exchange carries its token and keeps rotated ones, redirect hops and retries included. */
export function connectSigned(
  parts: ConnectParts,
  session: Session,
  index: ReferenceIndex,
): { readonly client: Client; readonly send: Send } {
  const { signal, now } = parts.host;
  const { entry, tokens } = session;
  const server = parseServerUrl(entry.url);
  requireSafeTransport(server, parts.settings.insecureHttp || entry.insecureHttp === true);
  const signed = withSession(createExchange(parts), { tokens, warn: parts.warn, conceal: parts.host.io.conceal });
  const send = withRetry(withWholeBody(withRedirects(signed)), { now, wait: waitFor });
  const userId = session.fromEnvironment ? undefined : entry.userId;
  return {
    client: createClient({
      send,
      base: server.url,
      instanceName: entry.name,
      index,
      userId,
      signal,
      variable: tokens.variable,
    }),
    send: signed,
  };
}
