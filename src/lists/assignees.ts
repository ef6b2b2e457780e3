import type { Context } from '../args/context.js';
import type { Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
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
  if (names.some(isName)) await quietly(readPeople);
  return [...(await resolvePeople(names, { client, people: {} }))];
}

/** Ignores refusals, so that an unknown person is reported as not found and not as whatever kept us from looking. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TrackerError) || !['not_found', 'forbidden', 'failed'].includes(error.kind)) throw error;
  }
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
  context: Context,
  seen: ListsReadBack,
  { what, clear, look }: SelfAssigned,
): Promise<ListsReadBack> {
  if (seen.difference.extra?.length === 0) return seen;
  try {
    await clear();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(`${what}, but could not be unassigned: ${error.message}`);
    return seen;
  }
  return (await look()) ?? seen;
}
