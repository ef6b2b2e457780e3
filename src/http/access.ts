import type { Access } from '../contract/access.js';
import { mayRequest, notAllowed } from '../contract/allowed.js';
import { attempt } from '../contract/errors.js';
import type { HttpRequest, Send } from './message.js';

/**
 * Sends only what access allows, whoever asks for it (docs/requirements.md, R98); `base` is the path of the server. Throws `read_only`
 * before anything leaves.
 */
export function withAccess(send: Send, access: Access, base: string): Send {
  return async (request) => {
    const { method, url, headers } = request;
    // Servers may take it for another method.
    const isPlain = !Object.keys(headers).some((name) => /method/i.test(name));
    if (isPlain && mayRequest(access, { method, path: pathIn(url, base), body: jsonOf(request) }))
      return await send(request);
    throw notAllowed(access, `${method} ${url.pathname} was not sent`);
  };
}

/** The path below `/api/v1`, or with `{base}` before it; empty for another server or place. */
function pathIn({ pathname }: URL, base: string): string {
  const start = base.replace(/\/$/, '');
  if (!pathname.startsWith(`${start}/`)) return '';
  const path = pathname.slice(start.length);
  return path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : `{base}${path}`;
}

function jsonOf({ json, body }: HttpRequest): unknown {
  const text =
    json ?? (typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '');
  return attempt(() => JSON.parse(text));
}
