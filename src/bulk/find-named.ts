import { type Entity, type EntityKind, findEntity, isUuid } from '../client/find/references.js';
import type { Context } from '../context.js';
import { TrackerError, usageError } from '../errors.js';
import { requireMeantTarget } from './meant-targets.js';
import { rowNameOf } from './piped-rows.js';

/**
 * The task, ticket or project that an argument names, as the server has it now. Throws what findEntity throws, a usage error
 * for a row of another kind, `not_found` for a row whose `uuid` and `ref` no longer belong together, and `conflict` if the
 * reference named another entity when the draft was written (docs/requirements.md, R79).
 */
export async function findNamed<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const row = rowNameOf(context, text);
  // The row itself shows its kind, so no request is needed.
  if (row?.kind !== undefined && row.kind !== kind) throw usageError(`${row.ref} is a ${row.kind}, not a ${kind}`);
  const found = await findEntity(await context.client(), kind, text);
  requireSameRow(context, text, found);
  requireMeantTarget(context, text, found);
  return found;
}

/** Throws `not_found` if the row on standard input has a different reference than the entity has now. */
export function requireSameRow(context: Context, text: string, { ref, uuid }: Pick<Entity, 'ref' | 'uuid'>): void {
  const row = rowNameOf(context, text);
  if (row === undefined || isUuid(row.ref) || row.ref.toLowerCase() === ref.toLowerCase()) return;
  throw new TrackerError('not_found', `${uuid} is now ${ref}, but the row on standard input says ${row.ref}`, {
    hint: 'list the rows again; references have changed since',
  });
}
