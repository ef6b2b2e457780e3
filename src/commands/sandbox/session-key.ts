import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Running } from '../../auth/running-file.js';
import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';
import { parseServerUrl } from '../../http/server-url.js';
import type { App } from '../../sandbox/http/exchange.js';

const path = '/sandbox/session';

export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The app, which also gives a new session to whoever sends the key, so that `sandbox start` can sign in again. */
export function withSessionKey(app: App, key: string, signIn: () => string): App {
  return async (request) => {
    const isAsked = request.method === 'POST' && request.target === path;
    if (!isAsked || !isSame(request.headers.authorization ?? '', bearer(key))) return await app(request);
    return { status: 204, headers: { 'set-auth-token': signIn() }, body: new Uint8Array() };
  };
}

/** The token of a new session of a running sandbox. Throws TrackerError if it sends none. */
export async function askForSession({ servers, signal }: Context, { url, key = '' }: Running): Promise<string> {
  const server = parseServerUrl(url);
  const headers = { authorization: bearer(key) };
  const reply = await servers.unsigned(server).raw({ method: 'POST', url: new URL(path, server.url), headers, signal });
  reply.discard();
  const token = reply.headers['set-auth-token'];
  if (typeof token === 'string') return token;
  throw new TrackerError('failed', `could not sign in to the sandbox at ${url}`, {
    hint: 'tracker sandbox stop, then tracker sandbox start',
  });
}

function bearer(key: string): string {
  return `Bearer ${key}`;
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
