import type { Access } from '../contract/access.js';
import { mayRequest, notAllowed } from '../contract/allowed.js';
import { attempt } from '../contract/errors.js';
import type { HttpRequest, Send } from './message.js';

/** Sends only what access allows, whoever asks for it (docs/requirements.md, R98). Throws `read_only` before anything leaves. */
export function withAccess(send: Send, access: Access): Send {
  return async (request) => {
    const { method, url } = request;
    if (mayRequest(access, method, url, jsonOf(request))) return await send(request);
    throw notAllowed(access, `${method} ${url.pathname} was not sent`);
  };
}

function jsonOf({ json, body }: HttpRequest): unknown {
  const text =
    json ?? (typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '');
  return attempt(() => JSON.parse(text));
}
