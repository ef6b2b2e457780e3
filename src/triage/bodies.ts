import type { State } from './model/state.js';
import type { Body, Work } from './work.js';

/** The bodies of details, laid out once for each width. */
export interface Bodies {
  /** The body of a row at this width, as far as it is laid out. */
  get(uuid: string, width: number): Body | undefined;
  /** Lays it out if the row has been read since the last time, or its times read differently now. Whether there is anything new. */
  layOut(state: State, uuid: string, width: number, now: Date): Promise<boolean>;
}

/** How many are kept. */
const most = 60;

/** How long its times are taken to read the same (milliseconds). */
const agingMs = 15_000;

export function createBodies(work: Pick<Work, 'body'>): Bodies {
  const bodies = new Map<string, { readonly of: unknown; readonly body: Body | undefined; readonly at: Date }>();
  const keyOf = (uuid: string, width: number): string => `${uuid} ${width}`;
  return {
    get: (uuid, width) => bodies.get(keyOf(uuid, width))?.body,
    async layOut(state, uuid, width, now) {
      const key = keyOf(uuid, width);
      const detail = state.details.get(uuid);
      const known = bodies.get(key);
      if (detail === undefined) return false;
      if (known?.of === detail) {
        if (now.getTime() - known.at.getTime() < agingMs) return false;
        bodies.set(key, { ...known, at: now });
        if (known.body?.times(now) === known.body?.times(known.at)) return false;
      }
      // While it is laid out, the one before stays on the screen.
      bodies.set(key, { of: detail, body: known?.body, at: now });
      const body = await work.body(state, uuid, width);
      bodies.set(key, { of: detail, body: body ?? known?.body, at: now });
      for (const old of [...bodies.keys()].slice(0, Math.max(0, bodies.size - most))) bodies.delete(old);
      return true;
    },
  };
}
