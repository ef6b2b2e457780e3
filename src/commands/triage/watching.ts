import { readAgain } from '../../client/live/read-again.js';
import type { Stale } from '../../client/live/update.js';
import { TrackerError } from '../../errors.js';
import { subjectOf } from '../../triage/model/rights.js';
import type { Badge } from '../../triage/model/state.js';
import type { Dispatch } from '../../triage/work.js';
import type { Shared } from './shared.js';

/** What is read again when it has become stale. */
export interface Readers {
  readonly list: () => Promise<void>;
  readonly look: (uuid: string) => Promise<void>;
  readonly unread: () => Promise<void>;
}

/** Reads the list, the row at the cursor and the number of notifications again whenever they may have changed. */
export async function watchEverything(
  { client, context, state }: Shared,
  readers: Readers,
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<void> {
  const read = async (stale: Stale): Promise<true | undefined> => {
    const hints = stale === 'everything' ? [] : stale;
    const isAll = stale === 'everything';
    const isInbox = isAll || hints.some(({ type }) => type === 'inbox');
    const entities = hints.filter(({ entityId }) => entityId !== undefined);
    if (isInbox) await readers.unread();
    if (isAll || entities.length > 0 || state().kind === 'notification') await readers.list();
    if (isAll || entities.some(({ entityId }) => entityId === subjectOf(state(), state().at)?.uuid))
      await readers.look(state().at);
    return true;
  };
  const options = { now: context.now, signal };
  for (;;) {
    try {
      for await (const update of readAgain(client, options, read)) {
        if (update.kind === 'state') dispatch({ is: 'badge', badge: badgeOf(update.state) });
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      // A server that is away when triage opens is waited for like one that goes away later.
      if (!(error instanceof TrackerError) || error.kind !== 'network' || !state().isLoaded) throw error;
      dispatch({ is: 'badge', badge: { is: 'offline', since: context.now().toISOString() } });
      await pause(signal);
    }
  }
}

/** How long to wait before a server that was away from the start is tried again (milliseconds). */
const pauseMs = 2_000;

async function pause(signal: AbortSignal): Promise<void> {
  const { waitFor } = await import('../../http/retry/wait.js');
  await waitFor(pauseMs, signal).catch(() => undefined);
}

function badgeOf(state: Badge | { readonly is: 'offline'; readonly since: Date }): Badge {
  return state.is === 'offline' ? { is: 'offline', since: new Date(state.since ?? 0).toISOString() } : { is: state.is };
}
