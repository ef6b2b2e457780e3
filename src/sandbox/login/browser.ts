import { randomBytes, timingSafeEqual } from 'node:crypto';
import { attempt } from '../../contract/errors.js';
import type { SandboxRequest } from '../http/exchange.js';
import { sessionLife } from '../identity/sessions.js';
import { Refusal } from '../world.js';

/** The program to sign in (docs/api.md, Authentication 5). */
export type LoginClient =
  | { readonly kind: 'cli'; readonly port: string; readonly state: string }
  | { readonly kind: 'native' }
  | { readonly kind: 'web' };

/** The scheme that the native app registers. */
const appScheme = 'tracker';

/**
 * Reads `client`, `port` and `state` from a query or a form. Throws a Refusal (400) for anything that could redirect elsewhere:
 * each may appear only once, and the port is a plain number from 1024 to 65535 (docs/requirements.md, R76).
 */
export function readLoginClient(fields: URLSearchParams): LoginClient {
  const client = readOnce(fields, 'client');
  if (client === 'native') return { kind: 'native' };
  if (client !== 'cli') return { kind: 'web' };
  const port = readOnce(fields, 'port') ?? '';
  if (!/^[1-9]\d{3,4}$/.test(port) || Number(port) < 1024 || Number(port) > 65_535) {
    throw new Refusal(400, 'The port in this URL must be a number from 1024 to 65535.');
  }
  const state = readOnce(fields, 'state') ?? '';
  if (!/^[A-Za-z0-9_-]{16,128}$/.test(state)) {
    throw new Refusal(400, 'The state in this URL must be 16 to 128 letters, digits, - or _.');
  }
  return { kind: 'cli', port, state };
}

/** Where the browser goes with a new token; undefined if the sign-in is for the browser itself. */
export function targetOf(client: LoginClient, token: string): string | undefined {
  if (client.kind === 'web') return undefined;
  const encoded = encodeURIComponent(token);
  if (client.kind === 'native') return `${appScheme}://auth?token=${encoded}`;
  return `http://127.0.0.1:${client.port}/callback?token=${encoded}&state=${encodeURIComponent(client.state)}`;
}

/** What the page may submit to. Chromium checks the redirect after a submit against the same list. */
export function formTargets(client: LoginClient): string {
  if (client.kind === 'cli') return `'self' http://127.0.0.1:${client.port}`;
  return client.kind === 'native' ? `'self' ${appScheme}:` : "'self'";
}

function readOnce(fields: URLSearchParams, name: string): string | undefined {
  const values = fields.getAll(name);
  if (values.length > 1) throw new Refusal(400, `This URL has ${name} more than once.`);
  return values[0];
}

const csrfCookie = 'tracker_csrf';
const sessionCookie = 'tracker_session';

/** The CSRF value of this browser, or a new one. */
export function readOrMakeCsrf(request: SandboxRequest): string {
  return readCsrf(request) ?? randomBytes(32).toString('base64url');
}

/** Whether the form has the CSRF value of this browser's cookie (docs/requirements.md, R77). */
export function isCsrfRight(request: SandboxRequest, fromForm: string): boolean {
  const given = Buffer.from(fromForm);
  const right = Buffer.from(readCsrf(request) ?? '');
  return right.length > 0 && given.length === right.length && timingSafeEqual(given, right);
}

/** The Set-Cookie value with a browser's CSRF value. */
export function setCsrf(value: string): string {
  return `${csrfCookie}=${value}; Path=/login; HttpOnly; SameSite=Strict`;
}

/** The Set-Cookie value that signs a browser in. The API ignores this cookie. */
export function setSession(token: string): string {
  const seconds = sessionLife / 1000;
  return `${sessionCookie}=${encodeURIComponent(token)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}

/** The session token in a browser's cookie, or undefined. */
export function readSessionCookie(request: SandboxRequest): string | undefined {
  return attempt(() => decodeURIComponent(readCookie(request, sessionCookie) ?? '')) || undefined;
}

function readCsrf(request: SandboxRequest): string | undefined {
  const value = readCookie(request, csrfCookie);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function readCookie(request: SandboxRequest, name: string): string | undefined {
  const pair = (request.headers.cookie ?? '').split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
