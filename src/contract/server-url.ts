import { type TrackerError, usageError } from './errors.js';
import { quoteTyped } from './text/mask-url.js';

/** The address of a server in canonical form: scheme, host, port and base path. */
export interface ServerUrl {
  /** `https://tracker.example.com/base`, without a trailing slash. Instances and tokens are bound to it. */
  readonly key: string;
  readonly url: URL;
  readonly isLoopback: boolean;
}

/**
 * Parses an address as typed by a user. The default scheme is https, or http for a loopback host. Throws a usage error for
 * anything but an http or https address without credentials, query and fragment (docs/requirements.md, R10 and R35), which begins
 * with `source`, such as `TRACKER_URL: `.
 */
export function parseServerUrl(text: string, source = ''): ServerUrl {
  const trimmed = text.trim();
  const typed = source + quoteTyped(trimmed, 200);
  const refuse = (why: string): TrackerError =>
    usageError(`${typed} is not a server address: ${why}`, 'addresses look like https://tracker.example.com');
  const withName = 'it must not contain a user name or password';
  if (trimmed === '') throw refuse('it is empty');
  if (hasUnsafeCharacter(trimmed)) throw refuse('it contains an invalid character');
  if (trimmed.startsWith('-')) throw refuse('it starts with a dash');
  // Anything before an `@` may be a password, which may contain slashes and colons too.
  const holdsName = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i.test(trimmed) || /^[^/?#]*:(?!\/\/).*@/.test(trimmed);
  if (holdsName) throw refuse(withName);
  const address = withScheme(trimmed);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw refuse('it cannot be parsed');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('only http and https are supported');
  if (url.username || url.password) throw refuse(withName);
  if (url.search || url.hash) throw refuse('it must not contain a query or fragment');
  const path = url.pathname.replace(/\/+$/, '');
  const base = /^(.*?)\/+api\/v1(?:\/.*)?$/.exec(path)?.[1];
  if (base !== undefined)
    throw usageError(`${typed} is an address of the API, not of the server`, `leave out the end: ${url.origin}${base}`);
  return {
    key: `${url.protocol}//${url.host}${path}`,
    url: new URL(`${url.protocol}//${url.host}${path}/`),
    isLoopback: isLoopback(url.hostname),
  };
}

/** Throws a usage error for plain http to another computer, unless it is explicitly allowed (docs/requirements.md, R31). */
export function requireSafeTransport(server: ServerUrl, insecureHttp: boolean): void {
  if (server.url.protocol === 'https:' || server.isLoopback || insecureHttp) return;
  throw usageError(
    `${server.key} uses plain http, and anyone on the network could read your token`,
    `use https, or accept the risk with --insecure-http`,
  );
}

/** Whether a host name is loopback: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The command to sign in again: by instance name, since several may share an address, or else by address (docs/requirements.md, R22). */
export function loginCommand(url: string, name?: string): string {
  // A name edited by hand may contain characters that are special to a shell.
  const isPlain = name !== undefined && /^[a-z0-9][\w.:@-]*$/i.test(name);
  return `tracker login ${isPlain ? `--name ${name}` : url.replace(/\/$/, '')}`;
}

function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(text)?.[1] ?? '';
  // `javascript:alert(1)` has a scheme; `host:8080` has a port.
  if (/^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i.test(text)) return text;
  return `${isLoopback(host.toLowerCase()) ? 'http' : 'https'}://${text}`;
}

function hasUnsafeCharacter(text: string): boolean {
  return /[\u0000-\u0020\u007f-\u009f"'<>\\^`{|}$()]/.test(text) || /%0[0-9a-f]|%1[0-9a-f]|%7f/i.test(text);
}
