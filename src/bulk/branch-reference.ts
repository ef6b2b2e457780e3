import type { Context } from '../context.js';
import { TrackerError, usageError } from '../errors.js';
import { gitTrouble } from '../terminal/programs/git-trouble.js';

const instead = 'specify the reference, or switch to a branch created by tracker tasks branch REF';

/**
 * `SCM-12` from a branch called `feature/scm-12-night-ferry`. Throws a usage error if there is no branch or its name contains
 * no reference, and `ambiguous` for several of one project; words like `utf-8` in a title after the reference do not count.
 */
export async function branchReference({ launch, settings: { workingFolder } }: Context): Promise<string> {
  const { code, stdout, stderr } = await launch.capture(
    ['git', 'symbolic-ref', '--quiet', '--short', 'HEAD'],
    workingFolder,
  );
  if (code === 1) throw usageError('@branch: no git branch is checked out here (detached HEAD)', instead);
  if (code !== 0) throw usageError(`@branch: ${gitTrouble(workingFolder, stderr)}`, instead);
  const name = JSON.stringify(stdout.slice(0, 80));
  const found = stdout.toUpperCase().match(/(?<![A-Z0-9])[A-Z][A-Z0-9]*-\d+(?![A-Z0-9])/g) ?? [];
  const [first, ...others] = new Set(found);
  if (first === undefined) throw usageError(`@branch: the branch name ${name} contains no reference`, instead);
  const project = first.replace(/\d+$/, '');
  const rivals = others.filter((each) => each.replace(/\d+$/, '') === project);
  if (rivals.length === 0) return first;
  const all = [first, ...rivals].join(', ');
  throw new TrackerError('ambiguous', `@branch: the branch name ${name} contains several references: ${all}`, {
    hint: instead,
  });
}
