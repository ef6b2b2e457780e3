import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { type Row, refOf, rowAt, rowsOf, textOf } from '../../contract/row.js';
import { isFinished, shownWord } from '../../contract/server-word.js';
import { changeEntity, type EntityChange, requireAsShown } from '../../lists/change-entity.js';
import type { Entity } from '../../references/find-entity.js';
import type { Done } from '../bulk/exit-code.js';
import { reportChange } from './report-changes.js';

/** The change of a task or ticket, with all names resolved, and what it was based on. */
export interface WorkChange extends EntityChange {
  /** The description the new one is based on; a different one on the server is a conflict. */
  readonly base?: string | undefined;
  /** What a form has shown; a different value of a changed field on the server is a conflict. */
  readonly shown?: Row | undefined;
}

/**
 * Changes one task or ticket, with any warnings, and says what was done. Throws what changeEntity throws, and `conflict` (exit 6)
 * if somebody else has changed what the change is based on.
 */
export async function changeWork(
  context: Context,
  client: Client,
  { found, change }: { readonly found: Entity<'task' | 'ticket'>; readonly change: WorkChange },
): Promise<Done> {
  const { fields, base, shown } = change;
  if (found.kind === 'task') await warnOpenDependencies(context, found, textOf(fields.status));
  if (shown) await requireAsShown(client, found, { shown, fields: Object.keys(fields) });
  if (base !== undefined) await requireDescription(client, found.uuid, base);
  const result = await changeEntity(client, found, change);
  return await reportChange(context, client, { found, change, result });
}

/**
 * Warns if a task is about to be finished but depends on unfinished ones, which servers allow (docs/api.md, Task creation body).
 * Reads the task only for a status that means finished.
 */
async function warnOpenDependencies(
  context: Context,
  { ref, detail }: Entity<'task' | 'ticket'>,
  status: string | undefined,
): Promise<void> {
  if (!isFinished(status)) return;
  const stored = rowAt(await detail(), 'task');
  const open = rowsOf(stored.dependsOn).filter((link) => !isFinished(textOf(link.status)));
  if (open.length === 0) return;
  const names = open.map((link) => `${refOf(link)} (${shownWord(textOf(link.status) ?? 'unknown')})`);
  await context.show.warn(`${ref} depends on unfinished tasks: ${names.join(', ')}`);
}

async function requireDescription(client: Client, uuid: string, base: string): Promise<void> {
  if (descriptionIn(await client.call('GET /tasks/:id', { id: uuid })) === base) return;
  const message = 'someone else changed the description while you were writing; it was not overwritten';
  throw new TrackerError('conflict', message, { hint: 'read it first; sending your draft replaces it' });
}

/** The stored description of a task; empty if there is none. */
export function descriptionIn(detail: Row): string {
  return textOf(rowAt(detail, 'task').description) ?? '';
}
