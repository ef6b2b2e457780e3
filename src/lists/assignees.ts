import type { Client } from '../client/client.js';
import { orElse, undefinedIf } from '../contract/errors.js';
import type { Speaker } from '../output/shown.js';
import { isMe, resolvePeople } from '../references/people.js';
import type { ListsReadBack } from './read-back.js';

/**
 * The ids of USERs for a write: `@me`, ids, names or unique parts of them. A remembered name may be out of date, so
 * `readPeople` first reads something that lists people, such as the detail of a task (docs/requirements.md, R79). Throws
 * `not_found` or `ambiguous`.
 */
export async function resolveAssignees(
  client: Client,
  names: readonly string[],
  readPeople: () => Promise<unknown>,
): Promise<readonly string[]> {
  const isName = (name: string): boolean => !isMe(name) && client.index.find('people', name)?.uuid !== name;
  // Refusals are ignored, so that an unknown person is reported as not found and not as whatever kept us from looking.
  if (names.some(isName)) await undefinedIf(['not_found', 'forbidden', 'failed'], readPeople());
  return [...(await resolvePeople(names, { client, people: {} }))];
}

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
