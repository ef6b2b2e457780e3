import { once } from 'node:events';
import type { Send } from '../../../src/http/message.js';

/** A server whose lists of tickets come only once the gate is open. */
export function slowLists({ send }: { readonly send: Send }) {
  let gate = Promise.resolve();
  let open = (): void => undefined;
  const slow: Send = async (request) => {
    if (/\/tickets\?/.test(request.url.href)) await Promise.race([gate, once(request.signal, 'abort')]);
    request.signal.throwIfAborted();
    return await send(request);
  };
  const close = (): void => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  return { send: slow, close, open: () => open() };
}
