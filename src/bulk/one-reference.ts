import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import { branchReference } from './branch-reference.js';
import type { Wanted } from './last-reference.js';

/**
 * The reference an argument stands for: `@` is what was last shown in this terminal, `@branch` the one in the name of the
 * current git branch, `-` the only line of standard input, and anything else the reference itself. Throws a usage error unless
 * there is exactly one.
 */
export async function oneReference(context: Context, given: string, wanted: Wanted = 'entity'): Promise<string> {
  const text = given.trim();
  if (text === '@branch') return await branchReference(context);
  if (text === '@') return await (await import('./last-reference.js')).lastReference(context, wanted);
  if (text !== '-') return text;
  const { readReferences } = await import('./read-references.js');
  const [first, second] = await readReferences(context, ['-']);
  if (first === undefined || second !== undefined) throw usageError('expected a single reference on standard input');
  return first;
}
