import { TrackerError } from '../../contract/errors.js';
import { isLoopback } from '../../contract/server-url.js';
import type { Send } from '../message.js';
import { createNodeTransport, type TransportOptions } from './node.js';

/** Chooses the way of each request: through a proxy or directly. */
export function createTransport(options: Pick<TransportOptions, 'timeoutMs' | 'writes'> & { readonly env: Env }): Send {
  const { env, ...limits } = options;
  const known = new Map<string | undefined, Send>();
  return async (request) => {
    const proxy = findProxy(request.url, env);
    const send =
      known.get(proxy?.href) ?? createNodeTransport({ ...limits, proxy, extraCertificates: env.NODE_EXTRA_CA_CERTS });
    known.set(proxy?.href, send);
    return await send(request);
  };
}

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
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  // Without the value: it may contain a password.
  throw new TrackerError('network', `${name} is not a proxy address`, {
    hint: 'use the form http://proxy.example.com:3128',
  });
}

function isExcepted(url: URL, list: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const name = bareHost(url.hostname);
  const exceptions = list.toLowerCase().match(/[^\s,]+/g) ?? [];
  return exceptions.some((each) => {
    if (each === '*') return true;
    const { host, wantedPort } = readException(each.replace(/^\*?\./, ''));
    if (wantedPort !== undefined && wantedPort !== port) return false;
    return name === host || name.endsWith(`.${host}`);
  });
}

/** Parses `host`, `host:port`, `[fd00::1]:port`, or an IPv6 address without brackets or port. */
function readException(text: string): { readonly host: string; readonly wantedPort: string | undefined } {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text);
  return { host: bareHost(parts?.[1] ?? text), wantedPort: parts?.[2] };
}

/** Without the brackets of an IPv6 address, or the dot that ends a whole name. */
function bareHost(host: string): string {
  return host.replace(/^\[|[\].]$/g, '');
}
