import type { Send } from '../../../src/http/message.js';

export interface Hanging {
  readonly send: Send;
  /** Resolves with the first request that is not answered. */
  readonly hangs: Promise<void>;
}

/** The service, which does not answer messages and edits. */
export function hanging(service: Send): Hanging {
  let hang: (() => void) | undefined;
  const hangs = new Promise<void>((resolve) => {
    hang = resolve;
  });
  return {
    hangs,
    async send(request) {
      if (!/^POST .*\/messages$|^PATCH /.test(`${request.method} ${request.url.pathname}`))
        return await service(request);
      hang?.();
      return await new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
      });
    },
  };
}
