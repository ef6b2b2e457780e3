import type { Client } from '../client/client.js';
import { isMe, resolvePeople } from '../client/find/people.js';
import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';
import type { ListsReadBack } from './read-back-lists.js';

/**
 * The ids of USERs for a write: `@me`, ids, names or unique parts of them. What is remembered of a name is only a hint, so
 * `readPeople` is asked first to read who they are now, such as the detail of a task (docs/requirements.md, R79). Throws
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

/** Somebody who is found nowhere is reported as that, whatever kept us from looking further. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TrackerError) || !['not_found', 'forbidden', 'failed'].includes(error.kind)) throw error;
  }
}

/** A server that has assigned somebody by itself where nobody was to be. */
export interface SelfAssigned {
  /** What was done, such as `SCM-12 was created`. */
  readonly what: string;
  /** Unassigns all. */
  readonly clear: () => Promise<unknown>;
  /** Looks again; undefined where that fails. */
  readonly look: () => Promise<ListsReadBack | undefined>;
}

/**
 * Unassigns whoever the server has assigned by itself, and returns what is there then. What was created stays created, so a
 * failure is a warning, and `seen` still says whom it is assigned to.
 */
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
    await context.show.warn(`${what}, and could not be left to nobody: ${error.message}`);
    return seen;
  }
  return (await look()) ?? seen;
}
