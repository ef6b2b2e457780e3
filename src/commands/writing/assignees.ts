import type { Client } from '../../client/client.js';
import { resolvePeople } from '../../client/people.js';
import type { Context } from '../../context.js';
import { textsOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';

/**
 * The ids of USERs for a write: `@me`, ids, names or unique parts of them. Where the people known do not do, `readMore` is
 * asked to read what names others, such as the detail of a task, and they are looked for again. Throws `not_found` or
 * `ambiguous`.
 */
export async function resolveAssignees(
  client: Client,
  names: readonly string[],
  readMore: () => Promise<unknown>,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const look = async (): Promise<readonly string[]> => [...(await resolvePeople(names, { client, people: {} }))];
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
    await quietly(readMore);
    return await look();
  }
}

/** Who is found nowhere is told as that, whatever kept us from looking further. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TrackerError) || !['not_found', 'forbidden', 'failed'].includes(error.kind)) throw error;
  }
}

/** `you`, or the name of a user as far as an answer has told it, else the id. */
export function nameOf(client: Client, id: string): string {
  if (id === client.userId) return 'you';
  return client.index.find('people', id)?.title ?? id;
}

/** Warns of people a server took and did not assign, such as customers. `stored` is what it has now. */
export async function warnNotAssigned(
  context: Context,
  client: Client,
  { ids, stored }: { readonly ids: readonly string[]; readonly stored: unknown },
): Promise<void> {
  const missing = ids.filter((id) => !textsOf(stored).includes(id));
  if (missing.length === 0) return;
  const who = missing.map((id) => nameOf(client, id)).join(', ');
  await context.show.warn(`the server did not assign ${who}`, 'perhaps work there is assigned to the team alone');
}

/**
 * Takes off again whom a server has assigned by itself where nobody was to be, with `write`. What was created stays created:
 * where that fails, a warning says who has it. `what` says what was done, such as `SCM-12 was created`.
 */
export async function leaveToNobody(
  context: Context,
  client: Client,
  { what, stored, write }: { readonly what: string; readonly stored: unknown; readonly write: () => Promise<unknown> },
): Promise<void> {
  const ids = textsOf(stored);
  if (ids.length === 0) return;
  try {
    await write();
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    const who = ids.map((id) => nameOf(client, id)).join(', ');
    await context.show.warn(
      `${what}, and the server assigned it to ${who}, which could not be undone: ${error.message}`,
    );
  }
}
