import { maskUrl } from '../contract/text/mask-url.js';
import { lengthOf, type Send } from './message.js';

/**
 * Reports each request for `--debug`: method, URL, status, time and size. Query values that may be secret are masked here,
 * and headers are never shown (docs/requirements.md, R28).
 */
export function withTrace(send: Send, log: (line: string) => void, now: () => number): Send {
  return async (request) => {
    const started = now();
    const name = `${request.method} ${maskUrl(request.url)}`;
    const sent = request.body === undefined ? '' : `, ${lengthOf(request.body)} bytes sent`;
    try {
      const reply = await send(request);
      const headersAfter = now() - started;
      const rotated = reply.headers['set-auth-token'] === undefined ? '' : ', new token';
      let size = 0;
      let isLogged = false;
      const logOnce = (): void => {
        if (isLogged) return;
        isLogged = true;
        log(
          `${name} → ${reply.status} in ${headersAfter.toFixed(0)} ms${sent}, ${size} bytes received in ${(now() - started).toFixed(0)} ms${rotated}`,
        );
      };
      const body = async function* (): AsyncGenerator<Uint8Array> {
        try {
          for await (const bytes of reply.body) {
            size += bytes.length;
            yield bytes;
          }
        } finally {
          logOnce();
        }
      };
      const discard = (): void => {
        logOnce();
        reply.discard();
      };
      return { ...reply, body: body(), discard };
    } catch (error) {
      log(
        `${name} → ${error instanceof Error ? error.message : 'failed'} after ${(now() - started).toFixed(0)} ms${sent}`,
      );
      throw error;
    }
  };
}

/**
 * Warns once, before the first request over https, that Node does not check certificates. This program never turns that
 * check off itself (docs/requirements.md, R32).
 */
export function withTrustWarning(send: Send, warn: (message: string) => void): Send {
  let isWarned = false;
  return async (request) => {
    if (!isWarned && request.url.protocol === 'https:') {
      isWarned = true;
      warn(
        'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked, and anyone on the network can steal your token',
      );
    }
    return await send(request);
  };
}
