import type { Entity } from '../../../client/find/references.js';
import type { Context } from '../../../context.js';
import { refOf, rowAt, rowsOf, textOf } from '../../../contract/row.js';
import { isFinished } from '../../../views/cells/tones.js';

/**
 * Warns when a task that is to be finished still waits for others: servers let it happen (docs/api.md, Task creation body).
 * Reads the task only for a status that means finished.
 */
export async function warnOpenDependencies(
  context: Context,
  task: Entity<'task'>,
  status: string | undefined,
): Promise<void> {
  if (!isFinished(status)) return;
  const stored = rowAt(await task.detail(), 'task');
  const open = rowsOf(stored.dependsOn).filter((link) => !isFinished(textOf(link.status)));
  if (open.length === 0) return;
  const names = open.map((link) => `${refOf(link)} (${textOf(link.status) ?? 'unknown'})`);
  await context.show.warn(`${task.ref} waits for what is not finished: ${names.join(', ')}`);
}
