import { orElse } from '../contract/errors.js';
import type { Speaker } from '../output/shown.js';
import type { ListsReadBack } from './read-back.js';

/** What was created unassigned, although the server may have assigned someone to it. */
interface SelfAssigned {
  /** What was done, such as `SCM-12 was created`. */
  readonly what: string;
  readonly clear: () => Promise<unknown>;
  /** Reads it again; undefined if that fails. */
  readonly look: () => Promise<ListsReadBack | undefined>;
}

/** Unassigns anyone the server has assigned, and gives the lists after that. It was created, so a failure is only a warning. */
export async function leaveToNobody(
  { show }: Speaker,
  seen: ListsReadBack,
  { what, clear, look }: SelfAssigned,
): Promise<ListsReadBack> {
  if (seen.difference.extra?.length === 0) return seen;
  const failed = await orElse(
    clear().then(() => false),
    async ({ message }) => {
      await show.warn(`${what}, but could not be unassigned: ${message}`);
      return true;
    },
  );
  return (failed ? undefined : await look()) ?? seen;
}
