import { TrackerError } from '../errors.js';
import { climbs } from './climbs.js';
import type { HttpReply, Send } from './message.js';

const maxHops = 5;

/**
 * Follows a redirect of a GET within the same origin and below the server's base path, and nothing else: a token or a body
 * never travels to another server, and a redirected write is never passed off as done (docs/requirements.md, D3, R29, R30).
 */
export function withRedirects(send: Send, base?: URL): Send {
  return async (request) => {
    let { url } = request;
    for (let hops = 0; ; hops++) {
      const reply = await send({ ...request, url });
      const location = locationOf(reply, url);
      if (!location) return reply;
      reply.discard();
      const isBelow = location.pathname.startsWith(base?.pathname ?? '/') && !climbs(location.pathname);
      const isInside = location.origin === url.origin && isBelow;
      if (request.method !== 'GET' || !isInside) throw redirected(request.method, url, location);
      if (hops === maxHops) throw new TrackerError('failed', `${url.host} redirects in a circle`);
      url = location;
    }
  };
}

function locationOf(reply: HttpReply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(reply.status)) return undefined;
  const { location } = reply.headers;
  if (typeof location !== 'string') return undefined;
  try {
    const to = new URL(location, from);
    // A name and password in it would be sent along.
    to.username = '';
    to.password = '';
    return to;
  } catch {
    return undefined;
  }
}

function redirected(method: string, from: URL, to: URL): TrackerError {
  const isServer = to.protocol === 'http:' || to.protocol === 'https:';
  const origin = isServer ? to.origin : to.protocol;
  const elsewhere = to.origin === from.origin ? `another address on ${to.host}` : origin;
  return new TrackerError(
    'failed',
    `${from.host} redirects ${method} ${from.pathname} to ${elsewhere}; it was not followed`,
    {
      hint:
        to.origin === from.origin || !isServer
          ? undefined
          : `if the server has moved, sign in there: tracker login ${to.origin}`,
    },
  );
}
