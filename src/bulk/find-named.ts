import { type Entity, type EntityKind, findEntity } from '../client/find/references.js';
import type { Context } from '../context.js';
import { isUuid } from '../contract/row.js';
import { TrackerError, usageError } from '../errors.js';
import { takeHanded } from './handed-over.js';
import { meantTarget, requireMeantTarget } from './meant-targets.js';
import { rowNameOf } from './piped-rows.js';

/**
 * The task, ticket or project that a command is about, as the server has it now. `@` stands for it from then on. Throws:
 * - what findEntity throws;
 * - a usage error for a row of another kind;
 * - `not_found` for something of another kind, with the command for that kind, and for a row whose `uuid` and `ref` no longer
 *   belong together;
 * - `conflict` if the reference named another entity when the draft was written (docs/requirements.md, R79).
 */
export async function findNamed<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const found = await findMentioned(context, kind, text);
  const { uuid, ref } = found;
  (await (await context.client()).lastShown()).keep({ entity: { kind, uuid, ref } });
  return found;
}

/** The same for an entity that a flag names, such as a dependency, which `@` does not stand for afterwards. */
export async function findMentioned<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const row = rowNameOf(context, text);
  // The row itself shows its kind, so no request is needed.
  if (row?.kind !== undefined && row.kind !== kind) throw usageError(`${row.ref} is a ${row.kind}, not a ${kind}`);
  const found = await findOfKind(context, kind, text);
  requireSameRow(context, text, found);
  requireMeantTarget(context, text, found);
  return found;
}

async function findOfKind<K extends EntityKind>(context: Context, kind: K, text: string): Promise<Entity<K>> {
  const handed = takeHanded(context, text);
  // Its kind has been checked, which the type does not show.
  if (handed?.kind === kind) return handed as Entity<K>;
  try {
    return await findEntity(await context.client(), kind, text);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    const renamed = error.kind === 'not_found' ? await findRenamed(context, kind, text) : undefined;
    if (renamed) return renamed;
    if (kind === 'project') throw error;
    const { otherKind } = await import('./other-kind.js');
    throw (await otherKind(context, kind, text).catch(() => undefined)) ?? error;
  }
}

/** What the draft of this command was written for, if it has another reference now. */
async function findRenamed<K extends EntityKind>(
  context: Context,
  kind: K,
  text: string,
): Promise<Entity<K> | undefined> {
  const target = meantTarget(context, text);
  if (target === undefined) return undefined;
  return await findEntity(await context.client(), kind, target).catch(() => undefined);
}

/** Throws `not_found` if the entity has another reference now than its row has, on standard input or on a screen. */
export function requireSameRow(context: Context, text: string, { ref }: Pick<Entity, 'ref'>): void {
  const row = rowNameOf(context, text);
  if (row === undefined || isUuid(row.ref) || row.ref.toLowerCase() === ref.toLowerCase()) return;
  throw new TrackerError('not_found', `${row.ref} is now ${ref}`, {
    hint: 'references have changed since; list the rows again',
  });
}
