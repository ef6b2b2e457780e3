import type { Send } from '../message.js';
import { createNodeTransport, type TransportOptions } from './node.js';

/**
 * Chooses a transport for each request: undici through a proxy, otherwise node:http. The code for proxies is loaded only
 * when a proxy is set, because loading it takes longer than a short command's request.
 */
export function createTransport(
  options: Pick<TransportOptions, 'timeoutMs'> & { readonly env: Readonly<Record<string, string | undefined>> },
): Send {
  const { env, timeoutMs } = options;
  const hop = { timeoutMs, extraCertificates: env.NODE_EXTRA_CA_CERTS };
  const direct = createNodeTransport(hop);
  const mayNeedProxy = env.https_proxy || env.HTTPS_PROXY || env.http_proxy || env.HTTP_PROXY;
  if (!mayNeedProxy) return direct;
  const proxied = new Map<string, Send>();
  return async (request) => {
    const { findProxy } = await import('./proxy.js');
    const proxy = findProxy(request.url, env);
    if (!proxy) return await direct(request);
    const known = proxied.get(proxy.href);
    if (known) return await known(request);
    const { createProxyTransport } = await import('./undici.js');
    const send = createProxyTransport(proxy, hop);
    proxied.set(proxy.href, send);
    return await send(request);
  };
}
