import type { JsonRoute } from '../contract/routes.js';
import type { Client } from './client.js';
import type { CallOptions } from './request.js';

/** What a request may be given beside its own options. */
type More = Pick<CallOptions<JsonRoute>, 'signal' | 'onSent' | 'onRefused' | 'onAskedToWait'>;

/** Sends a request, if at all, and with more than its own options; `own` is the signal among these. */
export type Pass = <T>(send: (more: More) => Promise<T>, own: AbortSignal | undefined) => Promise<T>;

/** A client whose requests go through something that may add to them, keep them back, or answer for them. */
export function clientThrough(client: Client, { read, write }: { readonly read: Pass; readonly write?: Pass }): Client {
  return {
    ...client,
    call: async (route, options) =>
      await read(async (more) => await client.call(route, { ...options, ...more }), options?.signal),
    list: async (route, options, take) =>
      await read(async (more) => await client.list(route, { ...options, ...more }, take), options.signal),
    write: async (route, options) =>
      write
        ? await write(async (more) => await client.write(route, { ...options, ...more }), options?.signal)
        : await client.write(route, options),
  };
}

/** A client whose requests are given up with a signal, unless they have one of their own. */
export function clientUntil(client: Client, signal: AbortSignal): Client {
  return clientThrough(client, { read: async (send, own) => await send(own ? {} : { signal }) });
}

/** A client that calls `before` each time it looks up what was kept; what that throws ends the lookup. */
export function clientRecalling(client: Client, before: () => void): Client {
  return {
    ...client,
    async recall(route, options) {
      before();
      return await client.recall(route, options);
    },
  };
}
