import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { isRow, type Row } from '../../contract/row.js';
import { warnNotAssigned } from '../writing/assignees.js';
import { tellKeptTags } from '../writing/kept-tags.js';
import { lookBack } from '../writing/look-back.js';

/** What was asked for, of what a server may leave out. */
interface Asked {
  readonly uuid: string;
  /** What was done, such as `SCM-12 was created`. */
  readonly what: string;
  readonly ids?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Says what was done, before anything is warned of; gets the task as read, empty where it could not be. */
  readonly announce?: (task: Row) => Promise<void>;
}

/**
 * Reads a task that was written, and warns of people and tags the server did not keep. Gives its detail, undefined where it
 * could not be read, which is a warning too; and what tellKeptTags tells.
 */
export async function lookBackAtTask(
  context: Context,
  client: Client,
  { uuid, what, ids = [], tags = [], announce }: Asked,
): Promise<{ readonly detail: Row | undefined; readonly task: Row; readonly spelled: string }> {
  let detail: Row | undefined;
  let task: Row = {};
  try {
    detail = await lookBack(context, what, async () => await client.call('GET /tasks/:id', { id: uuid }));
    task = isRow(detail?.task) ? detail.task : {};
  } finally {
    // Whatever became of the reading: it was done.
    await announce?.(task);
  }
  if (!detail) return { detail, task, spelled: '' };
  await warnNotAssigned(context, client, { ids, stored: task.assignees });
  return { detail, task, spelled: await tellKeptTags(context, tags, task.tags ?? task.labels) };
}
