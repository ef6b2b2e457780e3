import { findMentioned } from '../../bulk/find-named.js';
import { readReferences } from '../../bulk/read-references.js';
import type { Client } from '../../client/client.js';
import { findEntity } from '../../client/find/references.js';
import type { Context } from '../../context.js';
import { rowsWithin, uuidOf } from '../../contract/row.js';
import { resolveAssignees } from '../../lists/assignees.js';

/**
 * The ids of the people a task is to be assigned to. Names are looked up in `GET /me`, in the lists, and among those the task
 * `beside`, or any other, may be assigned to.
 */
export async function findAssignees(
  client: Client,
  names: readonly string[],
  beside?: string | undefined,
): Promise<readonly string[]> {
  return await resolveAssignees(client, names, async () => {
    await client.call('GET /me');
    // Reading is enough: what answers say about people is remembered.
    if (beside !== undefined) return await (await findEntity(client, 'task', beside)).detail();
    const uuid = await anyTask(client);
    return uuid && (await client.call('GET /tasks/:id', { id: uuid }));
  });
}

async function anyTask(client: Client): Promise<string | undefined> {
  const [first] = rowsWithin(await client.call('GET /tasks', { query: { scope: 'all' } }), 'tasks');
  return first && uuidOf(first);
}

/** The uuids of the tasks a flag names; `@branch` and `-` as anywhere. */
export async function findTasks(context: Context, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const found: string[] = [];
  for (const ref of await readReferences(context, names)) found.push((await findMentioned(context, 'task', ref)).uuid);
  return [...new Set(found)];
}
