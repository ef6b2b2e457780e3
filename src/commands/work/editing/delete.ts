import type { Context } from '../../../args/context.js';
import { defineVerb, manyRefs, type VerbBody } from '../../../args/verb.js';
import { undefinedIf, usageError } from '../../../contract/errors.js';
import { cleanLine } from '../../../contract/text/unsafe-characters.js';
import { outcomeView } from '../../../output/write/outcomes.js';
import type { Entity } from '../../../references/find-entity.js';
import { findNamed } from '../../../references/find-named.js';
import { type RefArgument, type Reference, readReferences, shown } from '../../../references/read.js';
import { confirmOrThrow } from '../../../terminal/prompt/prompt.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { type UnseenGuard, unchangedFlag, watchUnseen } from '../../conversations/unseen.js';
import { requireUnchanged } from './changed-by-others.js';

/** The most things the question names. */
const mostNamed = 10;

/** The verb that deletes tasks or tickets after confirmation. */
export function deleteVerb(kind: 'task' | 'ticket', help: Pick<VerbBody, 'details' | 'examples'>): VerbBody {
  return defineVerb({
    ...help,
    prints: { outcomes: outcomeView },
    arguments: [manyRefs(`${kind}s`)],
    flags: unchangedFlag,
    writes: [`DELETE /${kind}s/:id`],
    run: async (context, args: readonly RefArgument[], given) => {
      await expectRows(context);
      const named = await readReferences(context, args);
      const requireSeen = async (found: Entity<typeof kind>): Promise<void> => {
        if (found.basis?.seen) await requireUnchanged(context, found, {});
        unseen ??= watchUnseen(context, await context.client(), { ...given, isOneOfSeveral: named.length > 1 });
        await unseen.check(found, 'Delete it');
      };
      let unseen: UnseenGuard | undefined;
      // Why something that was queued may not be deleted says more than that nobody can be asked.
      for (const ref of context.settings.yes || context.prompt.possible ? [] : named)
        if (ref.basisOf) await requireSeen(await findNamed(context, kind, ref));
      const refs = await confirmDeletion(context, kind, named);
      return await forEachReference(context, {
        find: async (ref) => await findNamed(context, kind, ref),
        refs,
        doing: 'deleting',
        async work(client, found) {
          const { uuid, ref, title } = found;
          await requireSeen(found);
          if (await client.write(`DELETE /${kind}s/:id`, { id: uuid })) client.index.forget(`${kind}s`, ref);
          return `Deleted ${ref}${title === '' ? '' : ` "${title}"`}.`;
        },
      });
    },
  });
}

/**
 * Asks for confirmation before a deletion, in one question that names each thing by reference and title. Gives the references
 * with what it named, even if one changes hands in the meantime (docs/requirements.md, R79). `--yes` answers it; a dry run does
 * not ask. Throws a usage error before any request if no prompt is possible (docs/requirements.md, R63).
 */
async function confirmDeletion(context: Context, kind: 'task' | 'ticket', refs: readonly Reference[]) {
  const { settings, prompt, show } = context;
  if (settings.yes || settings.dryRun) return refs;
  if (!prompt.possible)
    throw usageError(
      `deleting ${refs.length > 1 ? `${refs.length} ${kind}s` : refs.map(shown).join('')} requires confirmation`,
      'add --yes',
    );
  const named: Reference[] = [];
  for (const ref of refs.slice(0, mostNamed))
    named.push({ ...ref, entity: await undefinedIf(['not_found'], findNamed(context, kind, ref)) });
  const more = refs.slice(mostNamed);
  // If none of them exists, there is nothing to ask; the deletion itself will fail and say so.
  if (more.length === 0 && named.every(({ entity }) => entity === undefined)) return refs;
  const lines = named.map((each) =>
    each.entity ? `${each.entity.ref} "${cleanLine(each.entity.title)}"` : `${shown(each)} (not found)`,
  );
  if (refs.length > 1) for (const line of lines) await show.say(`  ${line}`);
  if (more.length > 0) await show.say(`  and ${more.length} more`);
  const what = refs.length === 1 ? lines[0] : `these ${refs.length} ${kind}s`;
  await confirmOrThrow(context, `Delete ${what}?`, 'nothing was deleted');
  return [...named, ...more];
}
