import type { State } from './model/state.js';
import type { Body, Work } from './work.js';

/** The bodies of details, laid out once for each width. */
export interface Bodies {
  /** The body of a row at this width, as far as it is laid out. */
  get(uuid: string, width: number): Body | undefined;
  /** Lays it out if the row has been read since the last time. Whether there is anything new. */
  layOut(state: State, uuid: string, width: number): Promise<boolean>;
}

/** How many are kept. */
const most = 60;

export function createBodies(work: Pick<Work, 'body'>): Bodies {
  const bodies = new Map<string, { readonly of: unknown; readonly body: Body | undefined }>();
  const keyOf = (uuid: string, width: number): string => `${uuid} ${width}`;
  return {
    get: (uuid, width) => bodies.get(keyOf(uuid, width))?.body,
    async layOut(state, uuid, width) {
      const key = keyOf(uuid, width);
      const detail = state.details.get(uuid);
      const known = bodies.get(key);
      if (detail === undefined || known?.of === detail) return false;
      // While it is laid out, the one before stays on the screen.
      bodies.set(key, { of: detail, body: known?.body });
      const body = await work.body(state, uuid, width);
      bodies.set(key, { of: detail, body: body ?? known?.body });
      for (const old of [...bodies.keys()].slice(0, Math.max(0, bodies.size - most))) bodies.delete(old);
      return true;
    },
  };
}
