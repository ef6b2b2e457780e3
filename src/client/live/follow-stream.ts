import { TrackerError } from '../../contract/errors.js';
import type { Client } from '../client.js';
import { hintOf, listen, type StreamUpdate } from '../events.js';
import type { Notes } from './notes.js';
import type { LiveOptions } from './update.js';

/** What the parts of a live sequence share. */
export interface LiveParts extends Required<Omit<LiveOptions, 'onReady'>> {
  readonly client: Client;
  readonly notes: Notes;
}

export interface FollowedStream {
  /** Rejects with the reason of the signal, or `sign_in_required`. */
  readonly ended: Promise<void>;
  /** Opens a new connection, because the old one may be dead without showing it. */
  reopen(): void;
}

/** After how long to try a stream again that was refused (milliseconds). */
const refusedMs = 300_000;

/** Notes what the event stream says, and how the stream is. */
export function followStream(parts: LiveParts): FollowedStream {
  const { signal, wait, notes } = parts;
  let connection = new AbortController();
  let isReopened = false;
  const follow = async (): Promise<void> => {
    for (;;) {
      connection = new AbortController();
      const either = AbortSignal.any([signal, connection.signal]);
      try {
        const why = await listenOnce(parts, either, isReopened);
        notes.enter({ is: 'polling', why });
        await wait(refusedMs, either);
      } catch (error) {
        signal.throwIfAborted();
        if (!connection.signal.aborted) throw error;
      }
    }
  };
  return {
    ended: follow(),
    reopen() {
      isReopened = true;
      connection.abort();
    },
  };
}

/** Follows the stream until the server refuses it; gives the reason. */
async function listenOnce(parts: LiveParts, signal: AbortSignal, isReopened: boolean): Promise<string> {
  const { client, now, wait } = parts;
  let [isOpen, isFirst] = [false, true];
  try {
    for await (const update of listen(client, { now, wait, signal, isPatient: true })) {
      // After a sleep, the first try may get a kept connection that the server has closed in the meantime.
      const isStale = isReopened && isFirst && update.kind === 'waiting' && !update.isReached;
      isFirst = false;
      if (!isStale) note(parts, update, isOpen);
      isOpen = update.kind !== 'waiting';
    }
    return `${client.base.host} has no event stream`;
  } catch (error) {
    if (signal.aborted || !(error instanceof TrackerError) || error.kind === 'sign_in_required') throw error;
    return error.message;
  }
}

/** A stream that its server closed is usually open again after this (milliseconds). */
const shortMs = 5_000;

function note({ notes, now }: LiveParts, update: StreamUpdate, wasOpen: boolean): void {
  if (update.kind === 'event') {
    notes.look([hintOf(update.event)]);
  } else if (update.kind === 'open') {
    notes.enter({ is: 'live' });
    // Nothing is replayed, so whatever happened before must be looked for (docs/api.md, Events 4).
    notes.look('everything');
  } else if (!update.isReached) {
    notes.enter({ is: 'offline', since: now(), why: update.why });
  } else if (!wasOpen || update.milliseconds > shortMs) notes.enter({ is: 'polling', why: update.why });
}
