import { TrackerError } from '../../contract/errors.js';
import { isLoopback } from '../../contract/server-url.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL, from HTTPS_PROXY, HTTP_PROXY and NO_PROXY in upper or lower case; undefined for a direct
 * connection. Loopback is always direct (docs/requirements.md, R33). Throws TrackerError `network` for an invalid proxy.
 */
export function findProxy(url: URL, env: Env): URL | undefined {
  if (isLoopback(url.hostname)) return undefined;
  const names = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((each) => env[each]) ?? '';
  const text = env[name];
  if (!text || isExcepted(url, env.no_proxy || env.NO_PROXY || '')) return undefined;
  return parseProxy(text, name);
}

function parseProxy(text: string, name: string): URL {
  try {
    const url = new URL(text.includes('://') ? text : `http://${text}`);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  } catch {
    // Reported below, without the value: it may contain a password.
  }
  throw new TrackerError('network', `${name} is not a proxy address`, {
    hint: 'use the form http://proxy.example.com:3128',
  });
}

function isExcepted(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const name = withoutBrackets(url.hostname);
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .some((each) => {
      if (each === '*') return true;
      const { host, wantedPort } = readException(each.replace(/^\*?\./, ''));
      if (wantedPort !== undefined && wantedPort !== port) return false;
      return name === host || name.endsWith(`.${host}`);
    });
}

/** Parses `host`, `host:port`, `[fd00::1]:port`, or an IPv6 address without brackets or port. */
function readException(text: string): { readonly host: string; readonly wantedPort: string | undefined } {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text);
  return { host: withoutBrackets(parts?.[1] ?? text), wantedPort: parts?.[2] };
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
