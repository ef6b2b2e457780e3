import { Agent as PlainAgent } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { type buildConnector, Client } from 'undici';
import { attempt } from '../../contract/errors.js';
import { codeOf } from '../../disk/file-trouble.js';
import { NetworkFailure } from '../message.js';
import { openConnections, type Tunnel } from './connections.js';
import type { Target } from './first-to-answer.js';
import { toError } from './node-reply.js';

/**
 * Makes tunnels through a proxy, which sees only CONNECT with host and port (docs/requirements.md, R33); `extraCertificates` is
 * NODE_EXTRA_CA_CERTS.
 */
export function createTunnel(proxy: URL, extraCertificates?: string): Tunnel {
  // Without the brackets of an IPv6 address.
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const isSecure = proxy.protocol === 'https:';
  const loading = isSecure ? import('node:https') : Promise.resolve({ Agent: PlainAgent });
  const opening = loading.then(({ Agent }) => openConnections(Agent).shared);
  return async (target) => {
    const { opening: signal } = target;
    const agent = await opening;
    // Node would take the name in the header.
    const name = { servername: isIP(host) === 0 ? host : '', origin: proxy.origin, opening: signal };
    let unsecured: Error | undefined;
    const connect: buildConnector.connector = (_, opened) => {
      const to = { host, port: Number(proxy.port) || (isSecure ? 443 : 80), ...name };
      agent.createConnection(to, (error, stream) => {
        if (error) return opened(error, null);
        const socket = stream as Socket;
        if (!signal) socket.unref();
        if (!isSecure) return opened(null, socket);
        let isReached = !socket.connecting;
        const giveUp = (): unknown => socket.destroy(toError(signal?.reason));
        const settle = (): void => signal?.removeEventListener('abort', giveUp);
        signal?.addEventListener('abort', giveUp);
        socket.once('connect', () => {
          isReached = true;
        });
        socket.once('secureConnect', () => {
          settle();
          opened(null, socket);
        });
        socket.once('error', (failure) => {
          settle();
          if (isReached) unsecured = failure;
          opened(failure, null);
        });
        if (signal?.aborted) giveUp();
      });
    };
    const client = new Client(proxy.origin, { connect, headersTimeout: 0 });
    const path = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`;
    const headers = { host: path, ...credentialsOf(proxy) };
    const asked = client.connect({ path, headers, signal: signal ?? null });
    const { statusCode, socket } = await asked.catch(async (error: unknown) => {
      if (unsecured) {
        const { explainFailure } = await import('../failure.js');
        throw explainFailure(unsecured, proxy, { isProxy: true, isConnected: false, extraCertificates });
      }
      if (codeOf(error) !== 'UND_ERR_SOCKET') throw error;
      throw Object.assign(new Error('no answer', { cause: error }), { code: 'ECONNRESET' });
    });
    if (statusCode >= 200 && statusCode <= 299) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw refusal(proxy, target, statusCode);
  };
}

function refusal(proxy: URL, target: Target, status: number): NetworkFailure {
  const refused = proxy.username ? 'it rejected the user name and password' : 'it requires a user name and password';
  const why = status === 407 ? refused : `it returned ${status}`;
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
