import { TrackerError } from '../contract/errors.js';
import { readStart } from './body/read.js';
import type { HttpReply, Send } from './message.js';

const maxHops = 5;

/**
 * Follows a redirect only for a GET, and only within the same origin and below the server's base path. A token or a body is
 * never sent to another server, and a redirected write never counts as done (docs/requirements.md, D3, R29, R30).
 */
export function withRedirects(send: Send, base?: URL): Send {
  return async (request) => {
    let { url } = request;
    for (let hops = 0; ; hops++) {
      const reply = await send({ ...request, url });
      const location = locationOf(reply, url);
      if (!location) return reply;
      const isBelow = location.pathname.startsWith(base?.pathname ?? '/') && !climbs(location.pathname);
      const isInside = location.origin === url.origin && isBelow;
      if (request.method !== 'GET' || !isInside) {
        reply.discard();
        throw redirected(request.method, reply.status, url, location);
      }
      // A connection whose response has been read can be used again.
      await readStart(reply);
      if (hops === maxHops)
        throw new TrackerError('failed', `${url.host} redirects in a loop`, { reason: 'not_service' });
      url = location;
    }
  };
}

/**
 * Whether a path has a `.` or `..` segment, including those that only a server would see: percent-encoded once or several
 * times, or separated by an encoded slash or a backslash, which `URL` does not change (docs/requirements.md, R29 and R34).
 */
export function climbs(path: string): boolean {
  const decoded = path.replace(/%(?:25)*(2e|2f|5c)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return decoded.split(/[/\\]/).some((step) => step === '.' || step === '..');
}

function locationOf(reply: HttpReply, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(reply.status)) return undefined;
  const { location } = reply.headers;
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  // A user name and password in the address would be sent along.
  to.username = '';
  to.password = '';
  return to;
}

/**
 * Whether a redirect may point to the result of a write, as a 303 does and for many servers a 301 or 302; 307 and 308 mean that it
 * was not applied.
 */
export function mayBeApplied(method: string, status: number): boolean {
  return status >= 300 && status <= 303 && method !== 'GET' && method !== 'HEAD';
}

function redirected(method: string, status: number, from: URL, to: URL): TrackerError {
  const isServer = to.protocol === 'http:' || to.protocol === 'https:';
  const origin = isServer ? to.origin : to.protocol;
  const elsewhere = to.origin === from.origin ? `another address on ${to.host}` : origin;
  const message = `${from.host} redirects ${method} ${from.pathname} to ${elsewhere}; the redirect was not followed`;
  if (mayBeApplied(method, status))
    return new TrackerError('unknown_outcome', `${message}, and the request may or may not have been applied`, {
      status,
      hint: 'check before you run it again',
    });
  return new TrackerError('failed', message, {
    reason: 'not_service',
    hint:
      to.origin === from.origin || !isServer
        ? undefined
        : `if the server has moved, sign in there: tracker login ${to.origin}`,
  });
}
