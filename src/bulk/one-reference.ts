import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import { branchReference } from './branch-reference.js';

/**
 * The one reference that an argument means: `@` is what was last shown in this terminal, `@branch` the one in the name of the current git branch, `-` the one line of
 * standard input, and anything else is the reference itself. Throws a usage error where there is none.
 */
export async function oneReference(context: Context, text: string): Promise<string> {
  if (text === '@branch') return await branchReference(context);
  if (text === '@') return await (await import('./last-reference.js')).lastReference(context);
  if (text !== '-') return text;
  const { readReferences } = await import('./read-references.js');
  const [first, second] = await readReferences(context, ['-']);
  if (first === undefined || second !== undefined) throw usageError('standard input names several; one is wanted');
  return first;
}
