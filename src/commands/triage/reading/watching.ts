import { setTimeout as pause } from 'node:timers/promises';
import { readAgain, type Stale } from '../../../client/live.js';
import { phrase, type Sentence } from '../../../contract/errors.js';
import { subjectOfRow } from '../../../triage/model/decisions/rights.js';
import type { Badge } from '../../../triage/model/state.js';
import { isSignedOut, type SessionParts, signInWords } from '../shared.js';

interface Readers {
  readonly list: () => Promise<void>;
  readonly look: (uuid: string) => Promise<void>;
  readonly unread: () => Promise<void>;
}

/** Reads the list, the row at the cursor and the number of notifications again whenever they may have changed. */
export async function watchEverything(
  { client, context, state, dispatch }: SessionParts,
  readers: Readers,
  signal: AbortSignal,
): Promise<void> {
  const read = async (stale: Stale): Promise<true | undefined> => {
    const hints = stale === 'everything' ? [] : stale;
    const isAll = stale === 'everything';
    const isInbox = isAll || hints.some(({ type }) => type === 'inbox');
    const entities = hints.filter(({ entityId }) => entityId !== undefined);
    // Beside the rows, which matter more and must not wait for it.
    const counted = isInbox ? readers.unread() : undefined;
    counted?.catch(() => undefined);
    if (isAll || entities.length > 0 || state().kind === 'notification') await readers.list();
    if (isAll || entities.some(({ entityId }) => entityId === subjectOfRow(state(), state().at)?.uuid))
      await readers.look(state().at);
    await counted;
    return true;
  };
  const options = { now: context.now, signal, isPatient: () => state().isLoaded };
  /** Why nothing can be read, as it was said last. */
  let said: Sentence | undefined;
  const tell = (why: Sentence): void => {
    said = why;
    dispatch({ is: 'said', notice: { text: why, tone: 'bad' } });
  };
  const enter = (is: Badge['is'], since: Date, why: Sentence): void => {
    dispatch({ is: 'badge', badge: { is, since: since.toISOString() } });
    if (is !== 'offline') tell(why);
  };
  const recover = (is: Badge['is']): void => {
    dispatch({ is: 'badge', badge: { is } });
    if (said !== undefined && state().notice?.text === said) dispatch({ is: 'said', notice: undefined });
    said = undefined;
  };
  for (;;) {
    try {
      for await (const update of readAgain(client, options, read)) {
        if (update.kind !== 'state') continue;
        const { state: now } = update;
        if (now.is !== 'offline') recover(now.is);
        else enter(now.isReached ? 'failing' : 'offline', now.since, phrase`not up to date: ${now.why}`);
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!isSignedOut(error) || !state().isLoaded) throw error;
      const [{ badge }, words] = [state(), signInWords(error)];
      if (badge.is !== 'signed out') enter('signed out', context.now(), words);
      // Somebody else may have signed in meanwhile.
      else if (words !== said) tell(words);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** How long to wait before seeing whether the user has signed in again (milliseconds). */
const pauseMs = 5_000;
