import type { Send } from './message.js';
import { createNodeTransport, type TransportOptions } from './node-transport.js';
import { findProxy } from './proxy.js';

/**
 * The one place that chooses a transport: node:http for the ordinary request, undici where a proxy stands between. undici
 * is loaded only then, because it costs a short command more than the request itself.
 */
export function createTransport(
  options: TransportOptions & { readonly env: Readonly<Record<string, string | undefined>> },
): Send {
  const direct = createNodeTransport(options);
  const proxied = new Map<string, Send>();
  return async (request) => {
    const proxy = findProxy(request.url, options.env);
    if (!proxy) return await direct(request);
    const known = proxied.get(proxy.href);
    if (known) return await known(request);
    const { createProxyTransport } = await import('./undici-transport.js');
    const send = createProxyTransport(proxy, options);
    proxied.set(proxy.href, send);
    return await send(request);
  };
}
