import { type ErrorKind, type Sentence, TrackerError } from '../contract/errors.js';
import type { Hint } from '../contract/shapes/session.js';
import { waitFor } from '../http/waiting.js';
import type { Client } from './client.js';
import { hintOf, type ListenOptions, listen, type StreamUpdate } from './events.js';

/** How long to gather hints that come together (milliseconds). */
const gatherMs = 40;

interface LiveOptions extends Omit<ListenOptions, 'isPatient'> {
  /** Gets a function that causes a look at everything, for a window that gets the focus or another size. */
  readonly onReady?: (look: () => void) => void;
}

/**
 * Says when to look again, and how changes are noticed: one sequence made of the event stream, a look at everything every 30 s
 * because many changes cause no hint (docs/api.md, Events 4), one after each reconnect and each sleep, and one within a second of a
 * write by another command on this computer, which the stream does not announce. The first look is at everything. What happens
 * while the consumer is busy becomes one update. Without a stream there are only the looks at
 * everything. Throws `sign_in_required`, and the signal's reason when aborted.
 */
export async function* live(client: Client, options: LiveOptions): AsyncGenerator<LiveUpdate> {
  const { now, signal: outer, wait = waitFor } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  const notes = createNotes(signal);
  const othersWrote = (await client.recorder()).watchOthers();
  const parts = { client, now, signal, wait, notes, othersWrote };
  const stream = followStream(parts);
  // What ends one of them ends all.
  const end = (error: unknown): void => ending.abort(error);
  const work = [stream.ended, keepTime(parts, stream.reopen)].map((each) => each.catch(end));
  notes.look('everything');
  options.onReady?.(() => notes.look('everything'));
  try {
    for (;;) {
      await notes.any();
      await wait(gatherMs, signal);
      yield* notes.take();
    }
  } finally {
    ending.abort();
    await Promise.all(work);
  }
}

/** What has become stale: what these hints say, or everything. */
export type Stale = readonly Hint[] | 'everything';

/** How changes are noticed now: as they happen, at the next look, or not at all since then. */
export type LiveState =
  | { readonly is: 'live' }
  | { readonly is: 'polling'; readonly why: Sentence }
  | {
      readonly is: 'offline';
      readonly since: Date;
      readonly why: Sentence;
      /** The server responds, but what it sends is of no use. */
      readonly isReached?: boolean;
    };

export type LiveUpdate =
  | { readonly kind: 'look'; readonly stale: Stale }
  | { readonly kind: 'state'; readonly state: LiveState };

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

/** How often the clock is read (milliseconds). */
const tickMs = 1_000;

/** How often everything is looked at. */
const everyMs = 30_000;

/** How far the clock may jump before the computer, or this program, must have slept. */
const sleptMs = 20_000;

/**
 * Notes a look at everything every 30 s, once other commands have written, and at once when the clock has jumped; `woke` is
 * called then. Rejects with the reason of the signal.
 */
async function keepTime({ now, signal, wait, notes, othersWrote }: LiveParts, woke: () => void): Promise<void> {
  const read = (): number => now().getTime();
  let [before, looked] = [read(), read()];
  for (;;) {
    await wait(tickMs, signal);
    const time = read();
    const hasSlept = Math.abs(time - before - tickMs) > sleptMs;
    before = time;
    if (hasSlept) woke();
    if (!othersWrote() && !hasSlept && time - looked < everyMs) continue;
    looked = time;
    notes.look('everything');
  }
}

/** What the parts of a live sequence share. */
interface LiveParts extends Required<Omit<LiveOptions, 'onReady'>> {
  readonly client: Client;
  readonly notes: ReturnType<typeof createNotes>;
  readonly othersWrote: () => boolean;
}

/** After how long to try a stream again that was refused (milliseconds). */
const refusedMs = 300_000;

/** Notes what the event stream says, and how the stream is. `ended` rejects with the reason of the signal, or `sign_in_required`. */
function followStream(parts: LiveParts) {
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
    /** Opens a new connection, because the old one may be dead without showing it. */
    reopen() {
      isReopened = true;
      connection.abort();
    },
  };
}

/** Follows the stream until the server refuses it; gives the reason. */
async function listenOnce(parts: LiveParts, signal: AbortSignal, isReopened: boolean): Promise<Sentence> {
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

/** Beyond this many hints it costs less to look at everything. */
const manyHints = 100;

/** What is to be passed on to the consumer. */
function createNotes(signal: AbortSignal) {
  let stale: Map<string, Hint> | 'everything' = new Map();
  let state: LiveState | undefined;
  let told: LiveState['is'] | undefined;
  let wake = (): void => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });
  const isLooking = (): boolean => stale === 'everything' || stale.size > 0;
  return {
    look(more: Stale): void {
      if (more === 'everything' || stale === 'everything') stale = 'everything';
      else for (const hint of more) stale.set(JSON.stringify([hint.type, hint.entityType, hint.entityId]), hint);
      if (stale !== 'everything' && stale.size > manyHints) stale = 'everything';
      wake();
    },
    /** Does nothing if the state is the same. */
    enter(next: LiveState): void {
      if ((state?.is ?? told) === next.is) return;
      state = next;
      wake();
    },
    /** Resolves when there is anything to take. Rejects when the signal is aborted. */
    async any(): Promise<void> {
      while (!isLooking() && state === undefined && !signal.aborted)
        await new Promise<void>((resolve) => (wake = resolve));
      signal.throwIfAborted();
    },
    /** Everything noted since the last time, merged: the state comes before a look. */
    take(): readonly LiveUpdate[] {
      const updates: LiveUpdate[] = [];
      if (state !== undefined && state.is !== told) updates.push({ kind: 'state', state });
      if (isLooking()) updates.push({ kind: 'look', stale: stale === 'everything' ? stale : [...stale.values()] });
      told = state?.is ?? told;
      [stale, state] = [new Map(), undefined];
      return updates;
    },
  };
}

function isPassing(error: unknown, endsAt: readonly ErrorKind[]): error is TrackerError {
  return error instanceof TrackerError && ![...endsAt, 'interrupted', 'sign_in_required'].includes(error.kind);
}
