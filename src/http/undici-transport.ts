import { explainFailure } from './failure.js';
import type { HttpReply, HttpRequest, Send } from './message.js';
import { NetworkFailure } from './network-failure.js';
import type { TransportOptions } from './node-transport.js';
import { withStallGuard } from './stall.js';

/** Sends through a proxy with undici: the proxy sees CONNECT and the host alone (docs/requirements.md, R33). */
export function createProxyTransport(proxy: URL, options: TransportOptions): Send {
  const { timeoutMs } = options;
  let ready: Promise<{ send: (request: HttpRequest) => Promise<HttpReply> }> | undefined;
  const prepare = async (): Promise<{ send: (request: HttpRequest) => Promise<HttpReply> }> => {
    const undici = await import('undici');
    const dispatcher = new undici.ProxyAgent({
      uri: withoutCredentials(proxy),
      ...credentialsOf(proxy),
      headersTimeout: timeoutMs,
      bodyTimeout: 0,
      connect: { timeout: timeoutMs },
    });
    return {
      send: async ({ url, method, headers, body, signal }) => {
        const reply = await undici.request(url, { dispatcher, method, headers, body: body ?? null, signal });
        const stop = (): void => void reply.body.destroy();
        return {
          status: reply.statusCode,
          headers: reply.headers,
          body: withStallGuard(explained(reply.body, url), { timeoutMs, host: url.host, stop }),
          discard: stop,
        };
      },
    };
  };
  return async (request) => {
    request.signal.throwIfAborted();
    ready ??= prepare();
    try {
      return await (await ready).send(request);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw explainProxyFailure(error, request.url, proxy);
    }
  };
}

async function* explained(source: AsyncIterable<Uint8Array>, url: URL): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw explainFailure(error, url);
  }
}

function explainProxyFailure(error: unknown, url: URL, proxy: URL): NetworkFailure {
  const message = error instanceof Error ? error.message : '';
  const status = /Proxy response \((\d{3})\)/.exec(message)?.[1];
  if (status) {
    const why = status === '407' ? 'it wants a name and password' : `it answered ${status}`;
    return new NetworkFailure(`the proxy ${proxy.host} refused the connection to ${url.host}: ${why}`, true, {
      cause: error,
    });
  }
  const failure = explainFailure(error, url);
  return failure.unsent
    ? new NetworkFailure(`${failure.message} (through the proxy ${proxy.host})`, true, { cause: error })
    : failure;
}

function withoutCredentials(proxy: URL): string {
  const url = new URL(proxy);
  url.username = '';
  url.password = '';
  return url.href;
}

function credentialsOf(proxy: URL): { token?: string } {
  if (!proxy.username) return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { token: `Basic ${Buffer.from(pair).toString('base64')}` };
}
