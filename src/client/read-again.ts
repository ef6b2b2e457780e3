import { type ErrorKind, TrackerError } from '../contract/errors.js';
import type { Client } from './client.js';
import type { LiveOptions, LiveState, LiveUpdate, Stale } from './live.js';
import { live } from './live.js';

/** A value that was read again, or the state. */
export type ReadUpdate<T> =
  | { readonly kind: 'read'; readonly value: T }
  | Extract<LiveUpdate, { readonly kind: 'state' }>;

interface ReadOptions extends LiveOptions {
  /** Further errors that end it at any time. */
  readonly endsAt?: readonly ErrorKind[];
  /** Whether even the first read may fail. */
  readonly isPatient?: () => boolean;
}

/**
 * Reads at every look and once the stream is lost, unless `read` gives undefined because nothing that concerns it is stale. A
 * server that cannot be reached, or whose response is a refusal or cannot be read, is an offline state, and everything is read at
 * the next look; only the first read throws then. Throws `sign_in_required` at any time.
 */
export async function* readAgain<T>(
  client: Client,
  options: ReadOptions,
  read: (stale: Stale) => Promise<T | undefined>,
): AsyncGenerator<ReadUpdate<T>> {
  /** As the stream has it, and as the reads show it. */
  let stream: LiveState | undefined;
  let shown: LiveState | undefined;
  const { endsAt = [], isPatient = () => false } = options;
  let [isFirst, hasFailed] = [true, false];
  for await (const update of live(client, options)) {
    if (update.kind === 'state') {
      [stream, shown] = [update.state, update.state];
      yield update;
      // Perhaps only the stream cannot be reached; a read shows it.
      if (isFirst || stream.is !== 'offline') continue;
    }
    try {
      const isWhole = isFirst || hasFailed || update.kind === 'state';
      const value = await read(isWhole ? 'everything' : update.stale);
      if (value === undefined) continue;
      [isFirst, hasFailed] = [false, false];
      if (shown?.is === 'offline') {
        // The server can be reached again, and perhaps only its stream cannot.
        shown = stream?.is === 'offline' ? { is: 'polling', why: stream.why } : stream;
        if (shown) yield { kind: 'state', state: shown };
      }
      yield { kind: 'read', value };
    } catch (error) {
      if (!isPassing(error, endsAt) || (isFirst && !isPatient())) throw error;
      hasFailed = true;
      if (shown?.is === 'offline') continue;
      shown = { is: 'offline', since: options.now(), why: error.message, isReached: error.kind !== 'network' };
      yield { kind: 'state', state: shown };
    }
  }
}

function isPassing(error: unknown, endsAt: readonly ErrorKind[]): error is TrackerError {
  return error instanceof TrackerError && ![...endsAt, 'interrupted', 'sign_in_required'].includes(error.kind);
}
