import type { Context } from '../../context.js';

/** Says why decisions or texts cannot be kept on disk, once of each. They are sent all the same. */
export type NotKept = (what: 'decisions' | 'texts', why: string) => Promise<void>;

export function createNotKept({ show }: Pick<Context, 'show'>): NotKept {
  const said = new Set<string>();
  return async (what, why) => {
    if (said.has(what)) return;
    said.add(what);
    await show.warn(`${what} are not kept on disk (${/\bE[A-Z]{3,}\b/.exec(why)?.[0] ?? why}), only sent`);
  };
}
