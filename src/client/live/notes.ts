import type { Hint } from '../../contract/session.js';
import type { LiveState, LiveUpdate, Stale } from './update.js';

/** What is to be passed on to the consumer. */
export interface Notes {
  look(stale: Stale): void;
  /** Does nothing if the state is the same. */
  enter(state: LiveState): void;
  fail(error: unknown): void;
  /** Resolves when there is anything to take. Rejects after a failure, or when the signal is aborted. */
  any(): Promise<void>;
  /** Everything noted since the last time, merged: the state comes before a look. */
  take(): readonly LiveUpdate[];
}

/** Beyond this many hints it costs less to look at everything. */
const manyHints = 100;

export function createNotes(signal: AbortSignal): Notes {
  let stale: Map<string, Hint> | 'everything' = new Map();
  let state: LiveState | undefined;
  let told: LiveState['is'] | undefined;
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });
  const isLooking = (): boolean => stale === 'everything' || stale.size > 0;
  return {
    look(more) {
      if (more === 'everything' || stale === 'everything') stale = 'everything';
      else for (const hint of more) stale.set(JSON.stringify([hint.type, hint.entityType, hint.entityId]), hint);
      if (stale !== 'everything' && stale.size > manyHints) stale = 'everything';
      wake();
    },
    enter(next) {
      if ((state?.is ?? told) === next.is) return;
      state = next;
      wake();
    },
    fail(error) {
      failure ??= { error };
      wake();
    },
    async any() {
      while (!isLooking() && state === undefined && !failure && !signal.aborted)
        await new Promise<void>((resolve) => (wake = resolve));
      signal.throwIfAborted();
      if (failure) throw failure.error;
    },
    take() {
      const updates: LiveUpdate[] = [];
      if (state !== undefined && state.is !== told) updates.push({ kind: 'state', state });
      if (isLooking()) updates.push({ kind: 'look', stale: stale === 'everything' ? stale : [...stale.values()] });
      told = state?.is ?? told;
      [stale, state] = [new Map(), undefined];
      return updates;
    },
  };
}
