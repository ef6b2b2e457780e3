import { Agent, request as plainRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { attempt } from '../../contract/errors.js';
import { NetworkFailure } from '../message.js';
import { openConnections, type Tunnel } from './connections.js';
import type { Target } from './first-to-answer.js';

/** Makes tunnels through a proxy, which sees only CONNECT with host and port (docs/requirements.md, R33). */
export function createTunnel(proxy: URL): Tunnel {
  const host = bare(proxy.hostname);
  const isSecure = proxy.protocol === 'https:';
  const port = proxy.port || (isSecure ? 443 : 80);
  const loading = isSecure ? import('node:https') : Promise.resolve({ request: plainRequest, Agent });
  const opening = loading.then(({ request, Agent }) => ({ request, agent: openConnections(Agent).shared }));
  return async (target) => {
    const { request, agent } = await opening;
    const path = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`;
    return await new Promise<Socket>((resolve, reject) => {
      const { opening: signal } = target;
      const asking = request({
        ...{ method: 'CONNECT', host, port, path, agent, headers: { host: path, ...credentialsOf(proxy) }, signal },
        // Node would take the name in the header.
        ...{ servername: isIP(host) === 0 ? host : '', origin: proxy.origin, opening: signal },
      });
      if (!signal) asking.once('socket', (socket) => socket.unref());
      asking.once('error', reject);
      asking.once('connect', ({ statusCode = 0 }, socket, head) => {
        if (statusCode < 200 || statusCode > 299) {
          socket.destroy();
          return reject(refusal(proxy, target, statusCode));
        }
        socket.unshift(head);
        resolve(socket);
      });
      asking.end();
    });
  };
}

function refusal(proxy: URL, target: Target, status: number): NetworkFailure {
  const why = status === 407 ? 'it requires a user name and password' : `it returned ${status}`;
  const message = `the proxy ${proxy.host} refused the connection to ${new URL(target.origin).host}: ${why}`;
  return new NetworkFailure(message, true, { isLasting: status >= 400 && status < 500 });
}

function credentialsOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (!username) return {};
  const pair = `${decodePart(username)}:${decodePart(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A password may contain a percent sign that is not an encoding. */
function decodePart(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}

/** A host without the brackets of an IPv6 address. */
function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
