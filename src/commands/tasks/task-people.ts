import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { rowsWithin, uuidOf } from '../../contract/row.js';
import { resolveAssignees } from '../../lists/assignees.js';
import { findEntity } from '../../references/find-entity.js';
import { findMentioned } from '../../references/find-named.js';
import { readReferences } from '../../references/read.js';

/**
 * The ids of the people to assign to a task. Names are looked up in `GET /me`, in lists, and among the people who can be assigned
 * to the task `beside` or, without it, to any task.
 */
export async function findAssignees(
  client: Client,
  names: readonly string[],
  beside?: string | undefined,
): Promise<readonly string[]> {
  return await resolveAssignees(client, names, async () => {
    await client.call('GET /me');
    // Reading is enough, because the people in a response are remembered.
    if (beside !== undefined) return await (await findEntity(client, 'task', beside)).detail();
    const uuid = await anyTask(client);
    return uuid && (await client.call('GET /tasks/:id', { id: uuid }));
  });
}

async function anyTask(client: Client): Promise<string | undefined> {
  const [first] = rowsWithin(await client.call('GET /tasks', { query: { scope: 'all' } }), 'tasks');
  return first && uuidOf(first);
}

/** The uuids of the tasks given to a flag, which may include `@branch` and `-`. */
export async function findTasks(context: Context, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const found: string[] = [];
  for (const ref of await readReferences(context, names)) found.push((await findMentioned(context, 'task', ref)).uuid);
  return [...new Set(found)];
}
