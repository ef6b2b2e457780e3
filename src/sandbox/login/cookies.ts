import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SandboxRequest } from '../http/exchange.js';
import { sessionLife } from '../identity/sessions.js';

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
  try {
    return decodeURIComponent(readCookie(request, sessionCookie) ?? '') || undefined;
  } catch {
    return undefined;
  }
}

function readCsrf(request: SandboxRequest): string | undefined {
  const value = readCookie(request, csrfCookie);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function readCookie(request: SandboxRequest, name: string): string | undefined {
  const pair = (request.headers.cookie ?? '').split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
