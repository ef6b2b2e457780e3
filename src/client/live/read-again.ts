import { TrackerError } from '../../errors.js';
import type { Client } from '../client.js';
import { live } from './live.js';
import type { LiveOptions, LiveState, LiveUpdate, Stale } from './update.js';

/** A value that was read again, or the state. */
export type ReadUpdate<T> =
  | { readonly kind: 'read'; readonly value: T }
  | Extract<LiveUpdate, { readonly kind: 'state' }>;

/**
 * Reads at every look, unless `read` gives undefined because nothing that concerns it is stale. A server that cannot be reached
 * or is in trouble is an offline state, and everything is read as soon as it is back; only the first read throws then.
 */
export async function* readAgain<T>(
  client: Client,
  options: LiveOptions,
  read: (stale: Stale) => Promise<T | undefined>,
): AsyncGenerator<ReadUpdate<T>> {
  /** As the stream has it, and as the reads show it. */
  let stream: LiveState | undefined;
  let shown: LiveState | undefined;
  let [isFirst, hasFailed] = [true, false];
  for await (const update of live(client, options)) {
    if (update.kind === 'state') {
      [stream, shown] = [update.state, update.state];
      yield update;
      continue;
    }
    try {
      const value = await read(isFirst || hasFailed ? 'everything' : update.stale);
      if (value === undefined) continue;
      [isFirst, hasFailed] = [false, false];
      if (shown?.is === 'offline') {
        // The server can be reached again, and perhaps only its stream cannot.
        shown = stream?.is === 'offline' ? { is: 'polling', why: stream.why } : stream;
        if (shown) yield { kind: 'state', state: shown };
      }
      yield { kind: 'read', value };
    } catch (error) {
      if (isFirst || !isTemporary(error)) throw error;
      hasFailed = true;
      if (shown?.is === 'offline') continue;
      shown = { is: 'offline', since: options.now(), why: error.message };
      yield { kind: 'state', state: shown };
    }
  }
}

function isTemporary(error: unknown): error is TrackerError {
  return error instanceof TrackerError && (error.kind === 'network' || (error.status ?? 0) >= 500);
}
