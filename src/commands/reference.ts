import type { Context } from '../context.js';
import { TrackerError, usageError } from '../errors.js';

/**
 * The one reference an argument stands for: `@branch` is the reference inside the current git branch's name, `-` the first
 * line of standard input; anything else is itself. Throws a usage error where there is none.
 */
export async function oneReference(context: Context, text: string): Promise<string> {
  if (text === '@branch') return await branchReference(context);
  if (text !== '-') return text;
  const { readReferences } = await import('./writing/read-references.js');
  const [first, second] = await readReferences(context, ['-']);
  if (first === undefined || second !== undefined) throw usageError('standard input names several; one is wanted');
  return first;
}

/** `SCM-12` of a branch called `feature/scm-12-night-ferry`. */
export async function branchReference({ launch, settings }: Context): Promise<string> {
  const { code, stdout } = await launch.capture(['git', 'symbolic-ref', '--short', 'HEAD'], settings.workingFolder);
  if (code !== 0) throw new TrackerError('usage', '@branch: there is no git branch here');
  const found = /(?:^|[^a-z0-9])([a-z][a-z0-9]*-\d+)(?![a-z0-9])/i.exec(stdout)?.[1];
  if (found !== undefined) return found.toUpperCase();
  throw usageError(`@branch: the name of the branch ${JSON.stringify(stdout.slice(0, 80))} holds no reference`);
}
