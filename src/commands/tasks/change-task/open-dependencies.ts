import type { Context } from '../../../context.js';
import { refOf, rowAt, rowsOf, textOf } from '../../../contract/row.js';
import { isFinished, shownWord } from '../../../contract/server-word.js';
import type { Entity } from '../../../references/find-entity.js';

/**
 * Warns if a task is about to be finished but depends on unfinished ones, which servers allow (docs/api.md, Task creation body).
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
  const names = open.map((link) => `${refOf(link)} (${shownWord(textOf(link.status) ?? 'unknown')})`);
  await context.show.warn(`${task.ref} depends on unfinished tasks: ${names.join(', ')}`);
}
