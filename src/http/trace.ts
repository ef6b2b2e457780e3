import { maskUrl } from './mask-url.js';
import { lengthOf, type Send } from './message.js';

/**
 * Tells each request on stderr for `--debug`: method, address, status, time and size. Query values that may be secret are
 * masked where the line is born, and headers are never shown (docs/requirements.md, R28).
 */
export function withTrace(send: Send, tell: (line: string) => void, now: () => number): Send {
  return async (request) => {
    const started = now();
    const name = `${request.method} ${maskUrl(request.url)}`;
    const sent = request.body === undefined ? '' : `, ${lengthOf(request.body)} bytes sent`;
    try {
      const reply = await send(request);
      const headersAfter = now() - started;
      const rotated = reply.headers['set-auth-token'] === undefined ? '' : ', new token';
      let size = 0;
      let isTold = false;
      const told = (): void => {
        if (isTold) return;
        isTold = true;
        tell(
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
          told();
        }
      };
      const discard = (): void => {
        told();
        reply.discard();
      };
      return { ...reply, body: body(), discard };
    } catch (error) {
      tell(
        `${name} → ${error instanceof Error ? error.message : 'failed'} after ${(now() - started).toFixed(0)} ms${sent}`,
      );
      throw error;
    }
  };
}

/**
 * Warns once, before the first request over https, that Node was told to trust whoever answers; nothing of ours turns the
 * check of certificates off (docs/requirements.md, R32).
 */
export function withTrustWarning(send: Send, warn: (message: string) => void): Send {
  let isWarned = false;
  return async (request) => {
    if (!isWarned && request.url.protocol === 'https:') {
      isWarned = true;
      warn('NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked, and anyone on the way can take your token');
    }
    return await send(request);
  };
}
