import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';

export interface TimeLimit {
  readonly signal: AbortSignal;
  clear(): void;
}

/** A signal that is aborted with a `network` error after this many seconds, if any. */
export function timeLimit(seconds: number | undefined, message: () => string): TimeLimit {
  const controller = new AbortController();
  if (seconds === undefined) return { signal: controller.signal, clear: () => undefined };
  const end = (): void => controller.abort(new TrackerError('network', message()));
  const timer = setTimeout(end, seconds * 1_000);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** The client with this signal for each call that has none of its own. */
export function limitedClient(client: Client, signal: AbortSignal): Client {
  return {
    ...client,
    call: (route, options) => client.call(route, { signal, ...options }),
    list: (route, options, openTaker) => client.list(route, { signal, ...options }, openTaker),
  };
}
