import type { Send } from '../../../src/http/message.js';
import { makeGate } from '../gate.js';

export interface Hanging {
  readonly send: Send;
  /** Resolves with the first request that is not answered. */
  readonly hangs: Promise<void>;
}

/** The service, which does not answer messages and edits. */
export function hanging(service: Send): Hanging {
  const { open, opened } = makeGate();
  return {
    hangs: opened,
    async send(request) {
      if (!/^POST .*\/messages$|^PATCH /.test(`${request.method} ${request.url.pathname}`))
        return await service(request);
      open();
      return await new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
      });
    },
  };
}
