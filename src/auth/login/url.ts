import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const stateBytes = 32;

/** A new one-time state: 256 random bits as 43 characters of `A-Z a-z 0-9 - _` (docs/requirements.md, R1). */
export function newState(): string {
  return randomBytes(stateBytes).toString('base64url');
}

/** The address of a server's sign-in page, for a listener on `port` (docs/api.md, Authentication 5). */
export function loginUrl(base: URL, port: number, state: string): string {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/login`;
  url.search = new URLSearchParams({ client: 'cli', port: String(port), state }).toString();
  url.hash = '';
  return url.href;
}

/**
 * Compares in constant time (docs/api.md, Authentication 5). It compares digests because `timingSafeEqual` throws if the
 * lengths differ.
 */
export function isSameState(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
