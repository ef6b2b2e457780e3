import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const stateBytes = 32;

/** A new one-time state: 256 random bits in 43 characters of `A-Z a-z 0-9 - _` (docs/requirements.md, R1). */
export function newState(): string {
  return randomBytes(stateBytes).toString('base64url');
}

/** The sign-in page of a server for a listener on `port`; a base path is kept (docs/api.md, Authentication 5). */
export function loginUrl(base: URL, port: number, state: string): string {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/login`;
  url.search = new URLSearchParams({ client: 'cli', port: String(port), state }).toString();
  url.hash = '';
  return url.href;
}

/**
 * Compares in constant time (docs/api.md, Authentication 5). Digests are compared, since they are of equal length whatever
 * was sent; `timingSafeEqual` throws for unequal ones.
 */
export function isSameState(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
