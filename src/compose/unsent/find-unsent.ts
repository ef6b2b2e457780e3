import type { Context } from '../../args/context.js';
import { isUuid } from '../../contract/row.js';
import { isFree } from '../../ledger/claim.js';
import { type EntityKind, findEntity } from '../../references/find-entity.js';
import { type Reference, shown } from '../../references/read.js';
import { argumentsOf, type Draft, ledgerOf, ownDrafts, plainName, targetOf } from '../saved/drafts.js';

/**
 * The newest unsent draft of the same command for one of the same references that no other process is writing or sending. One that
 * knows the uuid it was written for is only for that, whatever its reference means now (docs/requirements.md, R79).
 */
export async function findUnsent(
  context: Context,
  { command, refs }: { readonly command: string; readonly refs: readonly Reference[] },
): Promise<Draft | undefined> {
  const client = await context.client();
  // What is remembered takes a moment to read.
  const drafts = await ownDrafts(context, [command]);
  const kind = kindOf(command);
  const remembered = (name: string): string | undefined =>
    kind && client.index.find(`${kind}s`, name)?.uuid.toLowerCase();
  const subjectOf = (reference: Reference) => {
    const { text } = reference;
    const names = [plainName(text), plainName(shown(reference))];
    const given = names.find(isUuid);
    const known = given ?? remembered(plainName(text));
    const find = async (of: EntityKind) => (await findEntity(client, of, text)).uuid.toLowerCase();
    let reading: Promise<string | undefined> | undefined;
    const read = async (): Promise<string | undefined> => {
      if (given !== undefined || !kind) return known;
      // What is known may be out of date.
      reading ??= find(kind).catch(() => known);
      return await reading;
    };
    return { names, known, read };
  };
  const subjects = drafts.length === 0 ? [] : refs.map(subjectOf);
  for (const draft of drafts) {
    if (!(await isFree(ledgerOf(context), draft.number))) continue;
    for (const word of argumentsOf(draft)) {
      const target = targetOf(draft, word);
      const likely = target ?? remembered(plainName(word)) ?? '';
      for (const { names, known, read } of subjects)
        if (known === likely || names.includes(plainName(word)))
          if (target === undefined || (await read()) === target) return draft;
    }
  }
  return undefined;
}

/** The kind of what a command writes to, if it is one that has references. */
export function kindOf(command: string): EntityKind | undefined {
  return (['task', 'ticket', 'project'] as const).find((kind) => command.startsWith(`${kind}s `));
}
