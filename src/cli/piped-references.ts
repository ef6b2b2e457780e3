import type { Context } from '../args/context.js';
import type { Word } from '../args/verb.js';
import { showShown } from '../output/show-shown.js';
import type { VerbResult } from '../output/shown.js';
import { oneReference, readAnyReferences, readReferences } from '../references/read.js';
import type { Invocation } from './command-line/invocation.js';
import type { Wiring } from './wire.js';

/** The arguments with the references on standard input, which can be read only once. */
export async function withPipedReferences(
  context: Context,
  { arguments: declared = [] }: Invocation['verb'],
  args: readonly string[],
): Promise<readonly Word[]> {
  const argumentAt = (at: number) => declared[at] ?? declared.at(-1);
  const isOnly = args.every((word, at) => word === '-' || argumentAt(at)?.value.kind !== 'ref');
  const read = args.map(async (word, at) => {
    const { value, isRepeatable } = argumentAt(at) ?? {};
    if (word !== '-' || value?.kind !== 'ref') return [word];
    if (!isRepeatable) return [await oneReference(context, word)];
    return await (isOnly ? readReferences : readAnyReferences)(context, [word]);
  });
  return (await Promise.all(read)).flat();
}

/** What a command gives back that has nothing to work on. */
export async function showNothing(show: Wiring['show'], { prints }: Invocation['verb']): Promise<void> {
  const sentence = 'No references on standard input; there is nothing to do.';
  const hasOutcomes = typeof prints === 'object' && 'outcomes' in prints;
  const shown: VerbResult = hasOutcomes
    ? { is: 'outcomes', names: [], outcomes: [], remarks: [{ sentence }] }
    : { is: 'none', sentence, isMany: true };
  await showShown(show, shown);
}
