import type { Client } from '../../../client/client.js';
import { type Row, rowAt, textOf } from '../../../contract/row.js';
import type { TaskPatch } from '../../../contract/task.js';
import { TrackerError } from '../../../errors.js';
import { type ChangeResult, changeEntity } from '../../../lists/change-entity.js';
import type { ListEdits } from '../../../lists/entity-lists.js';

/** What is to become of a task; everything in it is resolved. */
export interface TaskChange {
  /** Fields that are replaced, lists among them. */
  readonly fields: TaskPatch;
  /** Lists of which items are added and removed. */
  readonly lists: ListEdits;
  /** The description the new one was written from: another one on the server is a conflict. */
  readonly base?: string | undefined;
}

/**
 * Changes one task as changeEntity does. Throws `conflict` (exit 6) too where the description is not the one it was written
 * from.
 */
export async function changeTask(client: Client, uuid: string, change: TaskChange): Promise<ChangeResult> {
  const { fields, lists, base } = change;
  if (base !== undefined) await requireDescription(client, uuid, base);
  return await changeEntity(client, {
    kind: 'task',
    read: async () => rowAt(await client.call('GET /tasks/:id', { id: uuid }), 'task'),
    patch: async (replaced, withFields) =>
      await client.write('PATCH /tasks/:id', { id: uuid, body: { ...(withFields && fields), ...replaced } }),
    hasFields: Object.keys(fields).length > 0,
    lists,
  });
}

async function requireDescription(client: Client, uuid: string, base: string): Promise<void> {
  if (descriptionIn(await client.call('GET /tasks/:id', { id: uuid })) === base) return;
  throw new TrackerError('conflict', 'somebody else changed the description while you wrote; it was not overwritten', {
    hint: 'look at theirs first: what you wrote replaces it when its draft is sent',
  });
}

/** The description as it is stored; empty where there is none. */
export function descriptionIn(detail: Row): string {
  return textOf(rowAt(detail, 'task').description) ?? '';
}
