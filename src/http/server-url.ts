import { type TrackerError, usageError } from '../errors.js';
import { quoteTyped } from './mask-url.js';

/** The address of a server in its one spelling: scheme, host, port and base path, without a slash at the end. */
export interface ServerUrl {
  /** `https://tracker.example.com/base`: what instances and tokens are bound to. */
  readonly key: string;
  readonly url: URL;
  readonly isLoopback: boolean;
}

/**
 * Reads an address a person typed. Without a scheme https is meant, http for a loopback host. Throws a usage error for
 * anything that is not plain http(s) (docs/requirements.md, R10 and R35).
 */
export function parseServerUrl(text: string): ServerUrl {
  const trimmed = text.trim();
  const refuse = (why: string): TrackerError =>
    usageError(
      `${quoteTyped(trimmed, 200)} is not a server address: ${why}`,
      'tracker login https://tracker.example.com',
    );
  if (trimmed === '') throw refuse('it is empty');
  if (hasUnsafeCharacter(trimmed)) throw refuse('it holds a character that no address has');
  if (trimmed.startsWith('-')) throw refuse('it starts with a dash');
  // Whatever stands before it may be a password, which may hold slashes and colons too.
  const holdsName = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i.test(trimmed) || /^[^/?#]*:(?!\/\/).*@/.test(trimmed);
  if (holdsName) throw refuse('it must not hold a name or password');
  const url = parseUrl(withScheme(trimmed));
  if (!url) throw refuse('it cannot be read');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('only http and https are spoken');
  if (url.username || url.password) throw refuse('it must not hold a name or password');
  if (url.search || url.hash) throw refuse('it must not hold a query or fragment');
  const path = url.pathname.replace(/\/+$/, '');
  return {
    key: `${url.protocol}//${url.host}${path}`,
    url: new URL(`${url.protocol}//${url.host}${path}/`),
    isLoopback: isLoopback(url.hostname),
  };
}

/** Throws a usage error when plain http would leave this computer without an explicit opt-in (docs/requirements.md, R31). */
export function requireSafeTransport(server: ServerUrl, insecureHttp: boolean): void {
  if (server.url.protocol === 'https:' || server.isLoopback || insecureHttp) return;
  throw usageError(
    `${server.key} would send your token over plain http, readable by anyone on the way`,
    `use https, or accept the risk with --insecure-http`,
  );
}

/** Whether a host name is this computer: 127.0.0.0/8, ::1, localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(text)?.[1] ?? '';
  // `javascript:alert(1)` has a scheme without slashes; `host:8080` has a port.
  if (/^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i.test(text)) return text;
  return `${isLoopback(host.toLowerCase()) ? 'http' : 'https'}://${text}`;
}

function hasUnsafeCharacter(text: string): boolean {
  return /[\u0000-\u0020\u007f-\u009f"'<>\\^`{|}$()]/.test(text) || /%0[0-9a-f]|%1[0-9a-f]|%7f/i.test(text);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
