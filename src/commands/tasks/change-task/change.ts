import type { Client } from '../../../client/client.js';
import { type Row, rowAt, textOf } from '../../../contract/row.js';
import type { TaskPatch } from '../../../contract/task.js';
import { TrackerError } from '../../../errors.js';
import { type ChangeResult, changeEntity, requireAsShown } from '../../../lists/change-entity.js';
import type { ListEdits } from '../../../lists/entity-lists.js';
import type { Entity } from '../../../references/find-entity.js';

/** The change of a task, with all names resolved. */
export interface TaskChange {
  /** Fields that are replaced, including lists. */
  readonly fields: TaskPatch;
  /** The lists to which items are added or from which they are removed. */
  readonly lists: ListEdits;
  /** The description the new one is based on; a different one on the server is a conflict. */
  readonly base?: string | undefined;
  /** The task as a form has shown it; a different value of a changed field on the server is a conflict. */
  readonly shown?: Row | undefined;
}

/**
 * Changes a task as changeEntity does. Also throws `conflict` (exit 6) if the description is no longer the one that the new one
 * is based on.
 */
export async function changeTask(client: Client, found: Entity<'task'>, change: TaskChange): Promise<ChangeResult> {
  const { fields, lists, base, shown } = change;
  if (shown) await requireAsShown(client, found, { shown, fields: Object.keys(fields) });
  if (base !== undefined) await requireDescription(client, found.uuid, base);
  return await changeEntity(client, found, { fields: { ...fields }, lists });
}

async function requireDescription(client: Client, uuid: string, base: string): Promise<void> {
  if (descriptionIn(await client.call('GET /tasks/:id', { id: uuid })) === base) return;
  throw new TrackerError(
    'conflict',
    'someone else changed the description while you were writing; it was not overwritten',
    {
      hint: 'read it first; sending your draft replaces it',
    },
  );
}

/** The stored description; empty if there is none. */
export function descriptionIn(detail: Row): string {
  return textOf(rowAt(detail, 'task').description) ?? '';
}
