import type { Context } from '../../args/context.js';
import { isUuid } from '../../contract/row.js';
import type { Draft } from './store.js';

type Entities = 'tasks' | 'tickets' | 'projects';

/**
 * The references by which this computer knows the targets of drafts, for people: where `@` was typed or an entity picked, a
 * draft has its uuid.
 */
export async function targetNames(
  context: Context,
  drafts: readonly Pick<Draft, 'words'>[],
): Promise<ReadonlyMap<string, string>> {
  const targets = drafts.flatMap(({ words }) => words.slice(2));
  const wanted = targets.flatMap((target) => {
    const [, word, uuid] = /^(task|ticket|project):(.*)$/.exec(target) ?? [];
    return word !== undefined && uuid !== undefined && isUuid(uuid)
      ? [{ target, kind: `${word}s` as Entities, uuid }]
      : [];
  });
  const client = wanted.length === 0 ? undefined : await context.client().catch(() => undefined);
  if (client === undefined) return new Map();
  return new Map(
    wanted.flatMap(({ target, kind, uuid }) => {
      const known = client.index.all(kind).find((entry) => entry.uuid === uuid);
      return known ? [[target, known.ref] as const] : [];
    }),
  );
}
