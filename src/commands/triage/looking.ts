import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../args/context.js';
import { markSeen } from '../../client/state/seen.js';
import { clientUntil } from '../../client/through.js';
import { namingReference } from '../../output/text/sentence.js';
import { writingIn } from '../../triage/model/mode.js';
import { withShortTexts } from '../../triage/model/rows.js';
import { isTooSmall } from '../../triage/model/state.js';
import { type Dispatch, inRounds } from '../../triage/work.js';
import { type RowDetail, readDetail, rememberedDetail } from './details.js';
import { withClient } from './remembered-list.js';
import { isRecoverable, itemIn, type Shared } from './shared.js';
import { wordsOf } from './words.js';

/** How long the cursor must rest on a row before it is read (milliseconds). */
const restMs = 150;

/** How many rows in doubt are read at once. */
const mostAtOnce = 8;

type Look = (uuid: string, dispatch: Dispatch) => Promise<void>;

interface Looks {
  readonly look: Look;
  /** Remembers what is on the screen as seen; called after each event, since a text that was being written may have covered it. */
  readonly markShown: () => void;
  /** Does the same for a row whose news has been named on the screen. */
  readonly markNamed: (uuid: string) => void;
}

/**
 * Shows what is known of the row at the cursor at once, and reads it once the cursor rests there: one row at a time, and not to the end
 * if the cursor moves on. Rows of which the list does not tell enough are read wherever they are.
 */
export function createLooks(shared: Shared): Looks {
  const { context, client, state, seen } = shared;
  let hasRead = false;
  const show = (uuid: string, found: RowDetail, dispatch: Dispatch): void => {
    seen.set(uuid, found);
    dispatch({ is: 'detail', uuid, detail: withShortTexts(found.envelope), item: found.item });
    markShown();
  };
  let lastShown: unknown;
  const markShown = (): void => {
    const { at, mode, size } = state();
    const envelope = at === undefined ? undefined : seen.get(at)?.envelope;
    if (!envelope || envelope === lastShown || writingIn(mode) || isTooSmall(size)) return;
    lastShown = envelope;
    markSeen(client, envelope);
  };
  const markNamed = (uuid: string): void => {
    const envelope = seen.get(uuid)?.envelope;
    if (envelope) markSeen(client, envelope);
  };
  const recall: Look = async (uuid, dispatch) => {
    const item = seen.has(uuid) ? undefined : itemIn(shared, uuid);
    const remembered = item && (await rememberedDetail(context, item));
    if (remembered && !seen.has(uuid)) show(uuid, remembered, dispatch);
  };
  const read = async (uuid: string, dispatch: Dispatch, dropped?: AbortSignal): Promise<void> => {
    const item = itemIn(shared, uuid);
    if (!item) return;
    try {
      const reading = dropped ? await until(context, dropped) : context;
      show(uuid, await readDetail(reading, item, !seen.has(uuid)), dispatch);
      // With the first detail, it is learned who is of the team.
      if (!hasRead) dispatch({ is: 'words', words: wordsOf(shared) });
      hasRead = true;
    } catch (error) {
      if (dropped?.aborted) return;
      if (!isRecoverable(error)) throw error;
      const isMissing = error.kind === 'not_found' || error.kind === 'forbidden' || error.status === 410;
      dispatch({ is: 'no-detail', uuid, why: namingReference(error.message, item), isMissing });
    }
  };
  /** The row at the cursor, aborted once that moves on. */
  let here: { readonly uuid: string; readonly left: AbortController; readonly restsAt: number } | undefined;
  let dispatchHere: Dispatch;
  const readHere = inRounds(async () => {
    if (!here) return;
    const { uuid, left, restsAt } = here;
    await pause(Math.max(0, restsAt - performance.now()), undefined, { signal: left.signal }).catch(() => undefined);
    if (state().at === uuid && !left.signal.aborted) await read(uuid, dispatchHere, left.signal);
  });
  const [waiting, reading] = [new Set<string>(), new Set<string>()];
  /** The row in doubt to be read next, the one at the cursor first; each is read once at a time. */
  const nextInDoubt = (): string | undefined => {
    const free = [state().at, ...waiting].find((uuid) => waiting.has(uuid) && !reading.has(uuid));
    if (free !== undefined) waiting.delete(free);
    return free;
  };
  const readInDoubt = async (dispatch: Dispatch): Promise<void> => {
    if (reading.size >= mostAtOnce) return;
    for (let uuid = nextInDoubt(); uuid !== undefined; uuid = nextInDoubt()) {
      reading.add(uuid);
      await read(uuid, dispatch).finally(() => reading.delete(uuid ?? ''));
    }
  };
  const look: Look = async (uuid, dispatch) => {
    // Only the server can say what has become of a row in doubt.
    if (state().marks.get(uuid)?.isUnsure) {
      waiting.add(uuid);
      return await readInDoubt(dispatch);
    }
    if (state().at !== uuid) return;
    if (here?.uuid !== uuid) {
      here?.left.abort();
      // The first row was there before anybody could move.
      here = { uuid, left: new AbortController(), restsAt: here ? performance.now() + restMs : 0 };
      await recall(uuid, dispatch);
    }
    dispatchHere = dispatch;
    await readHere();
  };
  return { look, markShown, markNamed };
}

/** The same context, in which what is being read is given up with the signal. */
async function until(context: Context, signal: AbortSignal): Promise<Context> {
  const all = AbortSignal.any([context.signal, signal]);
  return withClient({ ...context, signal: all }, clientUntil(await context.client(), signal));
}
