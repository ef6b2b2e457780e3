import type { Context } from '../context.js';
import { TrackerError, usageError } from '../errors.js';

/**
 * The one reference an argument stands for: `@branch` is the reference inside the current git branch's name, `-` the first
 * line of standard input; anything else is itself. Throws a usage error where there is none.
 */
export async function oneReference(context: Context, text: string): Promise<string> {
  if (text === '@branch') return await branchReference(context);
  if (text !== '-') return text;
  const { readReferences } = await import('./read-references.js');
  const [first, second] = await readReferences(context, ['-']);
  if (first === undefined || second !== undefined) throw usageError('standard input names several; one is wanted');
  return first;
}

/** What helps where the branch does not say which. */
const instead = 'give the reference itself, or switch to a branch that tracker tasks branch REF makes';

/**
 * `SCM-12` of a branch called `feature/scm-12-night-ferry`. Throws a usage error where there is no branch or none is named
 * in it, and `ambiguous` for several of one project; words such as `utf-8` of a title stand behind the reference.
 */
export async function branchReference({ launch, settings: { workingFolder } }: Context): Promise<string> {
  const { code, stdout } = await launch.capture(['git', 'symbolic-ref', '--quiet', '--short', 'HEAD'], workingFolder);
  if (code === 1) throw usageError('@branch: no git branch is checked out here (detached HEAD)', instead);
  if (code !== 0) throw usageError(`@branch: ${workingFolder} is not in a git repository`, instead);
  const name = JSON.stringify(stdout.slice(0, 80));
  const found = stdout.toUpperCase().match(/(?<![A-Z0-9])[A-Z][A-Z0-9]*-\d+(?![A-Z0-9])/g) ?? [];
  const [first, ...others] = new Set(found);
  if (first === undefined) throw usageError(`@branch: the name of the branch ${name} holds no reference`, instead);
  const project = first.replace(/\d+$/, '');
  const rivals = others.filter((each) => each.replace(/\d+$/, '') === project);
  if (rivals.length === 0) return first;
  const all = [first, ...rivals].join(', ');
  throw new TrackerError('ambiguous', `@branch: the name of the branch ${name} holds several: ${all}`, {
    hint: instead,
  });
}
