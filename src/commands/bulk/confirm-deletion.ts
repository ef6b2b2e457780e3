import type { Context } from '../../args/context.js';
import { cleanLine } from '../../contract/clean.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import type { Entity, EntityKind } from '../../references/find-entity.js';
import { findNamed, handOver } from '../../references/find-named.js';
import { shownReference } from '../../references/read.js';
import { confirmOrThrow } from '../../terminal/prompt/confirm.js';

/** The most things the question names. */
const mostNamed = 10;

/**
 * Asks for confirmation before a deletion, in one question that names each thing by reference and title. What it named is what
 * the verb then finds, even if a reference changes hands in the meantime (docs/requirements.md, R79). `--yes` answers it; a dry
 * run does not ask. Throws a usage error before any request if no prompt is possible (docs/requirements.md, R63).
 */
export async function confirmDeletion(context: Context, kind: EntityKind, refs: readonly string[]): Promise<void> {
  const { settings, prompt, show } = context;
  if (settings.yes || settings.dryRun) return;
  if (!prompt.possible)
    throw usageError(
      `deleting ${refs.length === 1 ? shownReference(context, refs[0] ?? '') : `${refs.length} ${kind}s`} requires confirmation`,
      'add --yes',
    );
  const named = await findAll(context, kind, refs.slice(0, mostNamed));
  const more = refs.length - named.length;
  // If none of them exists, there is nothing to ask; the deletion itself will fail and say so.
  if (more === 0 && named.every((each) => each === undefined)) return;
  const lines = named.map((each, at) =>
    each ? `${each.ref} "${cleanLine(each.title)}"` : `${shownReference(context, refs[at] ?? '')} (not found)`,
  );
  if (refs.length > 1) for (const line of lines) await show.say(`  ${line}`);
  if (more > 0) await show.say(`  and ${more} more`);
  const what = refs.length === 1 ? lines[0] : `these ${refs.length} ${kind}s`;
  await confirmOrThrow(context, `Delete ${what}?`, 'nothing was deleted');
  for (const [at, entity] of named.entries()) if (entity) handOver(context, entity, refs[at]);
}

async function findAll(
  context: Context,
  kind: EntityKind,
  refs: readonly string[],
): Promise<readonly (Entity | undefined)[]> {
  const found: (Entity | undefined)[] = [];
  for (const ref of refs) found.push(await findIfThere(context, kind, ref));
  return found;
}

async function findIfThere(context: Context, kind: EntityKind, ref: string): Promise<Entity | undefined> {
  try {
    return await findNamed(context, kind, ref);
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
