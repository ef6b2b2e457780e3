import type { Context } from '../../args/context.js';
import type { LiveState } from '../../client/live.js';
import { localMinute } from '../../output/time.js';

/** How changes are noticed, in words. */
export function stateText(state: LiveState): string {
  if (state.is === 'live') return 'live';
  if (state.is === 'polling') return `checking every 30 s (${state.why})`;
  return `${state.isReached ? 'failing' : 'offline'} since ${localMinute(state.since).slice(-5)} (${state.why})`;
}

/**
 * Says on a terminal how changes are noticed. Elsewhere it warns, once each, if they are not noticed as they happen; nothing is
 * lost by that.
 */
export function reportState({ io, show }: Pick<Context, 'io' | 'show'>): (state: LiveState) => Promise<void> {
  const warned = new Set<string>();
  return async (state) => {
    if (io.stderr.isTerminal && !show.isJson) return await show.say(`${stateText(state)}; press Ctrl-C to stop.`);
    if (state.is === 'live' || warned.has(state.is)) return;
    warned.add(state.is);
    await show.warn(stateText(state));
  };
}
